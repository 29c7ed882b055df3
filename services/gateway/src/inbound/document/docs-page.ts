import { html, Markup, prose } from './html.ts';
import type { Json } from './json-schemas.ts';
import { fieldsOf, shapeOf } from './docs-schemas.ts';
import type { Document } from './write-document.ts';

export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: #06c; }
@media (prefers-color-scheme: dark) { :root { --link: #6af; } }
body { margin: 0 auto; max-width: 60rem; padding: 1rem 1.5rem 6rem; font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); text-decoration: none; }
code, pre, .method { font-family: ui-monospace, monospace; font-size: .875em; }
code { background: var(--soft); border-radius: 3px; padding: .1em .3em; }
pre { background: var(--soft); overflow-x: auto; padding: .75rem; border-radius: 6px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: 0 1rem; }
summary { cursor: pointer; margin: 0 -1rem; padding: .6rem 1rem; }
.method { display: inline-block; font-weight: 700; width: 4.5rem; }
h2 { margin-top: 3rem; } h4 { margin: 1.25rem 0 .25rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-top: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: left; vertical-align: top; }
td p { margin: 0; } .soft { opacity: .7; }
`;

/** To the letter: its hash is in the policy of the page. */
const STYLE = new Markup(`<style>${DOCS_STYLE}</style>`);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export function writeDocsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, item]) => entriesOf(path, item));
  const events = Object.entries(document.webhooks).flatMap(([type, item]) => entriesOf(type, Object(item)));
  const info = Object(document['info']);
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: [...entries, ...events].filter(({ operation }) => String(operation['tags']) === tag.name),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} API</title>
        ${STYLE}
      </head>
      <body>
        <h1>${info.title} API</h1>
        <p>
          ${info.summary} For programs: <a href="openapi.json">openapi.json</a> (OpenAPI
          ${document['openapi']}).
        </p>
        ${prose(info.description)}
        <p>
          ${groups.map(({ name }) => html`<a href="#${anchor(name)}">${name}</a> · `)}<a href="#shapes"
            >Shapes</a
          >
        </p>
        ${groups.map((group) => section(group, document))}
        <h2 id="shapes">Shapes</h2>
        ${Object.entries(document.components['schemas'] ?? {}).map(([name, schema]) => shape(name, schema))}
      </body>
    </html> `;
  return page.text;
}

function entriesOf(path: string, item: Readonly<Record<string, Json>>): Entry[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation === undefined ? [] : [{ method, path, operation }];
  });
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly Entry[];
}

function section({ name, description, entries }: Group, document: Document): Markup {
  const described = entries.map((entry) => operationOf(entry, document));
  return html`<h2 id="${anchor(name)}">${name}</h2>
    ${prose(description)}${described}`;
}

/** The anchor is inside, so that a link to it opens the entry. */
function operationOf({ method, path, operation }: Entry, document: Document): Markup {
  const { operationId, summary, description, requestBody, responses } = Object(operation);
  const parameters = list(operation['parameters']).map((parameter) => resolve(parameter, document));
  return html`<details>
    <summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code> ${summary}</summary>
    <div id="${operationId}">${prose(description)}</div>
    <p class="soft">${credentials(operation['security'])}</p>
    ${
      parameters.length === 0
        ? ''
        : html`<h4>Parameters</h4>
            <table>
              ${parameters.map(parameterRow)}
            </table>`
    }
    ${
      requestBody === undefined
        ? ''
        : html`<h4>Body</h4>
            ${content(requestBody)}`
    }
    <h4>Answers</h4>
    <table>
      ${Object.entries(Object(responses)).map(([status, response]) => answerRow(status, resolve(response, document)))}
    </table>
  </details> `;
}

function parameterRow({ name, in: place, required, description, schema }: Json): Markup {
  const kind = `${String(place)}${required === true ? ', required' : ''}`;
  return html`<tr>
    <td><code>${name}</code><br /><span class="soft">${kind}</span></td>
    <td>${shapeOf(schema)}</td>
    <td>${prose(description)}</td>
  </tr>`;
}

function answerRow(status: string, response: Json): Markup {
  const problem = Object(response['content'])['application/problem+json'];
  const said = problem === undefined ? success(response) : refusals(problem);
  return html`<tr>
    <td><b>${status}</b></td>
    <td>${said}</td>
  </tr>`;
}

function success(response: Json): Markup {
  return html`${prose(response['description'])}${response['content'] === undefined ? '' : content(response)}`;
}

function refusals(problem: unknown): Markup[] {
  return Object.keys(Object(Object(problem).examples)).map(
    (code) => html`<a href="problems/${code}"><code>${code}</code></a> `,
  );
}

function content(holder: Json): Markup {
  const [{ schema, example } = Object()] = Object.values(Object(holder['content']));
  const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<p>${shapeOf(schema)}</p>
    <pre>${shown}</pre>`;
}

function shape(name: string, schema: Json): Markup {
  return html`<details>
    <summary><code>${name}</code></summary>
    <div id="shape-${name}">${prose(schema['description'])}</div>
    ${fieldsOf(schema)}
  </details> `;
}

const CREDENTIALS: Readonly<Record<string, string>> = {
  secretKey: 'a secret key',
  publishableKey: 'a publishable key',
  browserOrigin: 'from an origin on its list',
  operatorSession: 'an operator session',
};

function credentials(security: unknown): string {
  const ways = list(security).map((way) =>
    Object.keys(way)
      .map((scheme) => CREDENTIALS[scheme] ?? scheme)
      .join(' '),
  );
  return ways.length === 0 ? 'Takes no key.' : `Takes ${ways.join(', or ')}.`;
}

function resolve(node: unknown, { components }: Document): Json {
  const { $ref } = Object(node);
  if (typeof $ref !== 'string') return Object(node);
  const [, , kind = '', name = ''] = $ref.split('/');
  return components[kind]?.[name] ?? {};
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function anchor(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
