"""A bot that always picks what is offered first, for tests: python faithful.py SERVER KEY."""

import json
import sys

from websockets.sync.client import connect

server, key = sys.argv[1:]
with connect(server.replace("http", "ws", 1) + "/api/play", max_size=None) as socket:
    socket.send(json.dumps({"type": "hello", "token": key}))
    for message in map(json.loads, socket):
        question = message["body"] if message["type"] == "reply" else message.get("question")
        if message.get("outcome"):
            break
        if question:
            more = [question["picks"][-1]["id"]] if question["slot"] else []
            kind = "draft" if more else "answer"
            picked = question["picked"] + more
            socket.send(json.dumps({"type": kind, "ref": 1, "n": question["n"], "picked": picked}))
