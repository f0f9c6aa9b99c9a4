"""A page that hears later of what the server says, when a test lets it."""

# Changes, or what the verbs of a menu can begin with, and all that is said after, come to the page when let through.
HOLD = """const Heard = WebSocket, kept = [];
let held = () => false;
window.WebSocket = class extends Heard {
  set onmessage(hear) {
    super.onmessage = (event) => {
      if (kept.length || held(JSON.parse(event.data))) kept.push(() => hear(event));
      else hear(event);
    };
  }
};
window.hold = (kind) => {
  held = (said) => (kind === 'change' ? said.type === kind : said.body?.march?.picks);
};
window.letThrough = () => {
  held = () => false;
  for (const each of kept.splice(0)) each();
};"""
