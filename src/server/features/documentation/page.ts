import { randomBytes } from "node:crypto";

import type { Route } from "#contract/route.ts";
import { Answer } from "#server/http/answer.ts";

import { guide } from "./guide.ts";
import { openApiDocument, type JsonSchema, type OpenApiDocument, type Operation } from "./openapi.ts";

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  details { border-block-start: 1px solid #8885; padding-block: .5rem; }
  summary { cursor: pointer; }
  code, pre { font: 13px/1.5 ui-monospace, monospace; }
  pre { background: #8881; padding: .75rem; overflow-x: auto; border-radius: 6px; }
  .method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
  th { text-align: start; padding-inline-end: 1rem; } td { padding-inline-end: 1rem; vertical-align: top; }
`;

/** The API as a page to read: no script, its one style under a nonce. */
export function apiPageAnswer(routes: readonly Route[]): Answer<string> {
  const nonce = randomBytes(16).toString("base64url");
  return new Answer(apiPageText(openApiDocument(routes), nonce), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  });
}

function apiPageText(document: OpenApiDocument, nonce: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ""))].sort();
  const sections = tags.map((tag) => {
    const rows = operations.filter(({ operation }) => operation.tags[0] === tag).map(operationText);
    return `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>\n${rows.join("\n")}`;
  });
  const links = tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(" · ");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sarraf: the API</title>
<style nonce="${nonce}">${style}</style></head>
<body><h1>The API</h1>
<p>What holds for every call comes first, then the calls. Machines read <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${links}</nav>
${guide.map(sectionText).join("\n")}
${sections.join("\n")}
</body></html>
`;
}

function sectionText({ title, text }: (typeof guide)[number]): string {
  const paragraphs = text.map((paragraph) => `<p>${prose(paragraph)}</p>`);
  return `<h2>${escaped(title)}</h2>\n${paragraphs.join("\n")}`;
}

function operationText({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { parameters, requestBody, responses } = operation;
  const [status = "200", success] = Object.entries(responses)[0] ?? [];
  const reply = Object.values((success as { content?: Record<string, { schema?: JsonSchema }> }).content ?? {})[0]?.schema;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return `<details><summary><span class="method">${method}</span> <code>${escaped(path)}</code> ${prose(operation.summary)}</summary>
<p>${escaped(operation.description)}</p>
${parameters.length === 0 ? "" : `<table>${parameters.map(parameterText).join("")}</table>`}
${body === undefined ? "" : `<h3>Body</h3><pre>${escaped(schemaText(body))}</pre>`}
<h3>Answer ${status}</h3>${reply === undefined ? "<p>A file or a page</p>" : `<pre>${escaped(schemaText(reply))}</pre>`}</details>`;
}

function parameterText({ name, in: where, required, description, schema }: Operation["parameters"][number]): string {
  const words = [schemaText(schema), required ? "required" : "", description ?? remarkOf(schema)]
    .filter(Boolean)
    .map(prose)
    .join("; ");
  return `<tr><th><code>${escaped(name)}</code></th><td>${where}</td><td>${words}</td></tr>`;
}

/** A schema in the shorthand that readers of TypeScript know. */
export function schemaText(schema: JsonSchema | boolean, indent = ""): string {
  if (typeof schema === "boolean") return "unknown";
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map((one) => schemaText(one, indent)))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `${schemaText((schema.items ?? true) as JsonSchema | boolean, indent)}[]`;
  if (schema.type === "object") return objectText(schema, indent);
  const type = [schema.type ?? "unknown"].flat().join(" | ");
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const remark = remarkOf(property);
    return `${inner}${name}${required.includes(name) ? "" : "?"}: ${schemaText(property, inner)}${remark === "" ? "" : `  // ${remark}`}`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** What is said of a value, be it of itself or of what it is where it is not null or empty. */
function remarkOf(schema: JsonSchema | boolean): string {
  if (typeof schema === "boolean") return "";
  const alternatives = schema.anyOf ?? [];
  return [schema.description, ...alternatives.map(remarkOf)].find((words) => words !== undefined && words !== "") ?? "";
}

/** Words in which code stands between backquotes. */
function prose(words: string): string {
  return escaped(words).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
