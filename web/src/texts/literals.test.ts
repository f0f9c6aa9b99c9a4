// No word people see is written into a component: everything comes from the catalogue, or from the server.
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const COMPONENTS = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });

const SPOKEN = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "title",
  "alt",
  "placeholder",
  "label",
  "text",
  "lead",
]);
const WORD = /\p{L}{2,}/u;

interface Node {
  type: string;
  [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** Words an expression puts on the page as they stand: "no" of {done ? t("yes") : "no"}. */
function spoken(node: Node): string[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return (node.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
    case "ConditionalExpression":
      return [...spoken(node.consequent as Node), ...spoken(node.alternate as Node)];
    case "LogicalExpression":
    case "BinaryExpression":
      return [...spoken(node.left as Node), ...spoken(node.right as Node)];
    default:
      return [];
  }
}

function literals(source: string): string[] {
  const found: string[] = [];
  const values = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
  const walk = (node: Node): void => {
    if (node.type === "Text") found.push(String(node.data));
    else if (node.type === "ExpressionTag") found.push(...spoken(node.expression as Node));
    else if (node.type === "Attribute") {
      if (!SPOKEN.has(String(node.name))) return;
      for (const each of values(node.value))
        found.push(...(each.type === "Text" ? [String(each.data)] : spoken(each.expression as Node)));
      return;
    }
    if (node.type.endsWith("Directive")) return; // a class, a style, what is called
    for (const field of Object.values(node)) for (const each of values(field)) walk(each);
  };
  walk(parse(source, { modern: true }).fragment as unknown as Node);
  return found.map((text) => text.trim()).filter((text) => WORD.test(text));
}

describe("components", () => {
  it.each(Object.keys(COMPONENTS))("%s has no words of its own", (path) => {
    expect(literals(COMPONENTS[path] ?? "")).toEqual([]);
  });

  it("would be found out", () => {
    expect(literals("<p>Hello</p>")).toEqual(["Hello"]);
    expect(literals('<p title="Hello">{3} · {name}</p>')).toEqual(["Hello"]);
    expect(literals('<p>{done ? t("yes") : "not yet"}</p>')).toEqual(["not yet"]);
    expect(literals('{#if open}<b aria-label={`rule`}>{t("x")}</b>{/if}')).toEqual(["rule"]);
    expect(literals('<i class="big">×</i><script>const a = "Hello";</script><style>i { color: red; }</style>')).toEqual(
      [],
    );
  });
});
