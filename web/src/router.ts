// Where we are: one address for each page, behind the "#" so that nothing of it is sent to the server.

export type Route =
  | { page: "first" }
  | { page: "new"; rest: string[] } // what is to be set up: ["computer"], ["table"], ["link"]
  | { page: "join"; token: string }
  | { page: "game"; game: string; at: number | null } // at: so many inputs, null for now
  | { page: "learn" }
  | { page: "mine" }
  | { page: "club" }
  | { page: "settings" }
  | { page: "nowhere"; hash: string };

export function parse(hash: string): Route {
  const parts = hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decode);
  const [page, first, second, third] = parts;
  if (page === undefined) return { page: "first" };
  if (page === "new") return { page, rest: parts.slice(1) };
  if (page === "join" && first) return { page, token: first };
  if (page === "game" && first && parts.length === 2) return { page, game: first, at: null };
  if (page === "game" && first && second === "at" && /^\d+$/.test(third ?? ""))
    return { page, game: first, at: Number(third) };
  if ((page === "learn" || page === "mine" || page === "club" || page === "settings") && parts.length === 1)
    return { page };
  return { page: "nowhere", hash };
}

export function address(route: Route): string {
  switch (route.page) {
    case "first":
      return "#/";
    case "new":
      return ["#/new", ...route.rest.map(encodeURIComponent)].join("/");
    case "join":
      return `#/join/${encodeURIComponent(route.token)}`;
    case "game":
      return `#/game/${encodeURIComponent(route.game)}${route.at === null ? "" : `/at/${route.at}`}`;
    case "nowhere":
      return route.hash;
    default:
      return `#/${route.page}`;
  }
}

export function go(route: Route): void {
  location.hash = address(route);
}

/** Put another address in the place of this one: no stop for the browser's "back". */
export function replace(route: Route): void {
  history.replaceState(null, "", address(route));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray "%"
  }
}
