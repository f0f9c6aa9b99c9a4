"""A bot in forty lines: plays a whole game over the wire, picking at random. docs/protocol.md tells what is said.

python bot.py http://127.0.0.1:8770 gew:north-africa-1941 axis allied; on the ladder: python bot.py SERVER KEY"""

import base64
import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def post(url, body, key=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def make(server, scenario, mine, other):  # one side against the computer; the key of the seat
    made = post(f"{server}/api/games", {"scenario": scenario, "seats": {mine: "person", other: "random"}})
    return post(f"{server}/api/games/{made['game']}/seats/{mine}", {"salt": "pepper"}, made["keys"][mine])["key"]


def play(server, key):  # what the game came to
    game = json.loads(base64.urlsafe_b64decode(key.split(".")[0] + "=="))[0]  # a key begins with what it opens
    with connect(f"{server.replace('http', 'ws', 1)}/api/play?game={game}", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": key}))
        for message in map(json.loads, socket):
            question = message["body"] if message["type"] == "reply" else message.get("question")
            if message.get("outcome") or message["type"] == "refused":
                return message.get("outcome") or sys.exit(message["reasons"])
            if question:  # one pick more, and the server tells what is asked after it; nothing more: that is the answer
                more = [random.choice(question["picks"])["id"]] if question["slot"] else []
                said = {"type": "draft" if more else "answer", "n": question["n"], "picked": question["picked"] + more}
                socket.send(json.dumps({**said, "ref": 1}))


if __name__ == "__main__":
    print(play(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else make(*sys.argv[1:]))["text"])
