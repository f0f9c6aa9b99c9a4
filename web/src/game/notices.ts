// Telling a player that it is his turn when he looks elsewhere: the title of the page, and a notice of the system.

/** Asks for permission, which browsers allow on a click only. */
export async function allowed(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return Notification.permission === "granted" || (await Notification.requestPermission()) === "granted";
}

export function notify(title: string, text: string): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const notice = new Notification(title, { body: text, tag: "sandtable" });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
