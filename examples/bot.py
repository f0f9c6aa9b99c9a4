"""A bot in forty lines: plays a whole game over the wire, picking at random. docs/protocol.md tells what is said.

python bot.py http://127.0.0.1:8770 gew:north-africa-1941 axis allied
"""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def post(url, body, key=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def play(server, scenario, mine, other):
    """One side against the computer; what the game came to."""
    made = post(f"{server}/api/games", {"scenario": scenario, "seats": {mine: "person", other: "random"}})
    sat = post(f"{server}/api/games/{made['game']}/seats/{mine}", {"salt": "pepper"}, made["keys"][mine])
    with connect(server.replace("http", "ws", 1) + "/api/play", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": sat["key"]}))
        for message in map(json.loads, socket):
            question = message["body"] if message["type"] == "reply" else message.get("question")
            if message.get("outcome"):
                return message["outcome"]["text"]
            if message["type"] == "refused":
                raise SystemExit(message["reasons"])
            if question and question["slot"]:  # one pick more; the server tells what is asked after it
                picked = [*question["picked"], random.choice(question["picks"])["id"]]
                socket.send(json.dumps({"type": "draft", "ref": 1, "n": question["n"], "picked": picked}))
            elif question:  # nothing more is asked: that is the answer
                socket.send(json.dumps({"type": "answer", "ref": 2, "n": question["n"], "picked": question["picked"]}))


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
