import { parseAst } from "vite";

/** A sentence that the server may answer, its values as "{{}}", and where it stands. */
export interface ToldSentence {
  readonly file: string;
  readonly text: string;
}

/** Any node of a syntax tree, and what hangs below it. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The texts that an expression can come to; a value that is not written down there is a hole. */
export const hole = "{{}}";
/** A template of many choices comes to as many texts. */
const mostTexts = 64;

/** What nobody is told: what is thrown as a fault of the program, written into its log, or said of a call in its documentation. */
const untoldCalls = /^(?:assert|console\.\w+|.*\blog\.\w+|.*\.meta)$/;
const untoldFields: ReadonlySet<string> = new Set(["description", "summary", "path", "tag", "example"]);
/** Calls whose text is the end of a sentence that begins with the name of a field: which argument it is. */
const endsOfSentences: Readonly<Record<string, number>> = { fail: 2 };

/** The sentences that a source writes down: its texts that read like one, whole where their parts are constants beside them. */
export function sentencesIn(file: string, source: string): readonly ToldSentence[] {
  const tree = parseAst(source, { lang: "ts" }) as unknown as Node;
  const constants = constantsIn(tree);
  const joined = joinedIn(tree, constants);
  const found = new Set<string>();
  each(tree, (node) => {
    if (node.type === "VariableDeclarator" && joined.has(nameOf(node["id"]))) return [];
    if (isUntold(node)) return partsWithin(node);
    const end = endsOfSentences[node.type === "CallExpression" ? nameOf(node["callee"]) : ""];
    if (end !== undefined) {
      const texts = textsOf((node["arguments"] as readonly unknown[])[end], constants);
      for (const text of texts) if (text !== hole) found.add(`${hole} ${text}`);
      return [];
    }
    if (node.type === "TaggedTemplateExpression") {
      for (const text of toldBySql(source.slice(startOf(node), endOf(node)))) found.add(text);
      return [(node["quasi"] as Node)["expressions"]];
    }
    if (isText(node)) for (const text of textsOf(node, constants)) if (readsLikeSentence(text)) found.add(text);
    return undefined;
  });
  return [...found].map((text) => ({ file, text }));
}

/** The sentences of a function of the database that are told to people, by their error codes. */
export function sentencesRaised(file: string, source: string): readonly ToldSentence[] {
  const raised = source.matchAll(/raise exception '((?:[^']|'')+)'[^;]*?errcode = 'SD\d+'/g);
  return [...raised].map(([, text = ""]) => ({ file, text: text.replaceAll("''", "'").replaceAll("%", hole) }));
}

/** Looks at each node, and at what hangs below it, or at what is given back instead. */
function each(value: unknown, look: (node: Node) => readonly unknown[] | undefined): void {
  if (Array.isArray(value)) {
    for (const one of value) each(one, look);
  } else if (isNode(value)) {
    for (const one of look(value) ?? Object.values(value)) each(one, look);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function startOf(node: Node): number {
  return node["start"] as number;
}

function endOf(node: Node): number {
  return node["end"] as number;
}

/** "log.warn" of what is called by that name; "" of anything else. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return "";
  if (callee.type === "Identifier") return callee["name"] as string;
  return callee.type === "MemberExpression" ? `${nameOf(callee["object"])}.${nameOf(callee["property"])}` : "";
}

/** What is told within what itself is not: a schema is described at the end of what it says. */
function partsWithin(node: Node): readonly unknown[] {
  return node.type === "CallExpression" ? [node["callee"]] : [];
}

function isUntold(node: Node): boolean {
  if (/^(?:Import|ExportAll|TS)\w+$/.test(node.type)) return !/^TS(?:As|Satisfies)Expression$/.test(node.type);
  if (node.type === "Property") return untoldFields.has(nameOf(node["key"]));
  if (node.type === "NewExpression") return nameOf(node["callee"]) === "Error";
  return node.type === "CallExpression" && untoldCalls.test(nameOf(node["callee"]));
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node["value"] === "string");
}

type Constants = ReadonlyMap<string, unknown>;

/** What constants of a file stand for; those that several functions have under one name stand for nothing. */
function constantsIn(tree: Node): Constants {
  const constants = new Map<string, unknown>();
  each(tree, (node) => {
    if (node.type !== "VariableDeclarator") return undefined;
    const name = nameOf(node["id"]);
    constants.set(name, constants.has(name) ? undefined : node["init"]);
    return undefined;
  });
  return constants;
}

/** The constants that stand in a text: they are no sentences by themselves. */
function joinedIn(tree: Node, constants: Constants): ReadonlySet<string> {
  const joined = new Set<string>();
  each(tree, (node) => {
    if (node.type !== "TemplateLiteral") return undefined;
    for (const one of node["expressions"] as readonly Node[]) {
      if (isNode(constants.get(nameOf(one)))) joined.add(nameOf(one));
    }
    return undefined;
  });
  return joined;
}

/** Every text that an expression can come to. */
function textsOf(value: unknown, constants: Constants): readonly string[] {
  if (!isNode(value)) return [hole];
  switch (value.type) {
    case "Literal":
      return typeof value["value"] === "string" ? [value["value"]] : [hole];
    case "ConditionalExpression":
      return [...textsOf(value["consequent"], constants), ...textsOf(value["alternate"], constants)];
    case "Identifier": {
      const constant = constants.get(nameOf(value));
      // No constant stands for itself, and none of them needs more than its own texts.
      return isNode(constant) && /^(?:Literal|TemplateLiteral|ConditionalExpression|CallExpression)$/.test(constant.type)
        ? textsOf(constant, constants)
        : [hole];
    }
    case "CallExpression":
      return nameOf(value["callee"]) === "quoted" ? [`"${hole}"`] : [hole];
    case "TemplateLiteral":
      return textsOfTemplate(value, constants);
    default:
      return [hole];
  }
}

function textsOfTemplate(template: Node, constants: Constants): readonly string[] {
  const expressions = template["expressions"] as readonly unknown[];
  const written = (template["quasis"] as readonly Node[]).map((part) => (part["value"] as { readonly cooked: string }).cooked);
  return written.slice(1).reduce<readonly string[]>(
    (texts, part, index) => {
      const all = texts.flatMap((text) => textsOf(expressions[index], constants).map((value) => `${text}${value}${part}`));
      return all.slice(0, mostTexts);
    },
    [written[0] ?? ""],
  );
}

const sqlOrHeader =
  /^(?:select|create|drop|with|set|begin|insert|update|alter|grant|revoke|lock|truncate|copy|repeatable|read|locale_provider|default-src|\w+\/\w+;)\b/;

/**
 * Whether a text reads like a sentence or a part of one: words, of which one at least begins in lower case, as those of a title do not;
 * of what begins so itself three at least.
 */
function readsLikeSentence(text: string): boolean {
  if (sqlOrHeader.test(text.trim()) || text.includes("\n") || /^[\w.]+ as \w+$/.test(text)) return false;
  const words = text.split(" ").filter((word) => /^["(]?[\p{L}'-]{2,}[.,;:)"]*$/u.test(word));
  const lower = words.filter((word) => /^["(]?\p{Ll}/u.test(word));
  const isBegun = /^(?:["(]?\p{Lu}|\{\{)/u.test(text);
  return text.trim().includes(" ") && lower.length >= (isBegun ? 1 : 3);
}

/** What the SQL of an invariant puts together as its fault: `select 'Journal ' || id || ' was recorded by nobody'`. */
function toldBySql(sql: string): readonly string[] {
  const begun = [...sql.matchAll(/select\s+(?=')/g)].map(({ index, 0: { length } }) => concatenated(sql.slice(index + length)));
  return begun.filter((text) => text.includes(" "));
}

/** The texts of a concatenation of SQL up to its end, with holes for what stands between them; "" of what is no sentence. */
function concatenated(sql: string): string {
  let text = "";
  let rest = sql;
  for (;;) {
    const [literal, quoted] = /^'((?:[^']|'')*)'\s*/.exec(rest) ?? [];
    if (literal === undefined || quoted === undefined) return "";
    text += quoted.replaceAll("''", "'");
    const next = /^\|\|\s*/.exec(rest.slice(literal.length));
    if (next === null) return text;
    rest = rest.slice(literal.length + next[0].length);
    if (rest.startsWith("'")) continue;
    const length = lengthOfOperand(rest);
    text += hole;
    rest = rest.slice(length);
    const more = /^\|\|\s*(?=')/.exec(rest);
    if (more === null) return text;
    rest = rest.slice(more[0].length);
  }
}

/** How long an operand of a concatenation is, up to the next one beside a text, or the end of the concatenation. */
function lengthOfOperand(sql: string): number {
  let depth = 0;
  for (let index = 0; index < sql.length; index += 1) {
    const rest = sql.slice(index);
    if (depth === 0 && /^(?:\|\|\s*'|as fault\b|from\b|,|`)/.test(rest)) return index;
    if (/^[({]/.test(rest)) depth += 1;
    if (/^[)}]/.test(rest)) depth -= 1;
    if (depth < 0) return index;
  }
  return sql.length;
}
