import { idOf, operationAnchor, recordAnchor, tagAnchor } from '../anchors.ts';
import { CONVENTIONS, firstRequest, OVERVIEW } from '../introduction.ts';
import { nameOf, operationsOf } from '../open-api.ts';
import type { ApiDocument, PlacedOperation, Schema } from '../open-api.ts';
import { commonCodesOf } from './codes.ts';
import type { CommonCodes } from './codes.ts';
import { fieldRows, fieldTable, typeOf } from './fields.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';
import { layout } from './layout.ts';
import { codeBlock, operationArticle, verb } from './operation-article.ts';
import { startingPoints } from './starting-points.ts';
import { inline, paragraphs } from './text.ts';

/** The API reference for people. It makes no calls to the API, so no user types a secret key into a page. */
export function writeReferencePage(document: ApiDocument, sourceUrl: string | undefined): string {
  const operations = operationsOf(document);
  const byTag = document.tags.map((tag) => ({
    tag,
    operations: operations.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const common = commonCodesOf(document);
  const sections = byTag.map(
    ({ tag, operations: placed }) =>
      html`<section>
        <h2 id="${idOf(tagAnchor(tag.name))}"><a href="${tagAnchor(tag.name)}">${tag.name}</a></h2>
        <p>${inline(tag.description)}</p>
        ${placed.map((one) => operationArticle(document, one, common))}
        ${tag.name === 'Events' ? eventList(document) : ''}
      </section>`,
  );
  return layout({
    title: 'Lodging API reference',
    root: '',
    current: 'docs',
    sidebar: html`<nav class="sidebar" aria-label="Operations">
      <ul>
        <li><a href="#content">Start</a></li>
        <li><a href="#conventions">Conventions</a></li>
        ${byTag.map(tagEntry)}
        <li><a href="#records">Records</a></li>
      </ul>
    </nav>`,
    main: html`${introduction(document, common, sourceUrl)} ${sections}
      <section>
        <h2 id="records"><a href="#records">Records</a></h2>
        <p>The objects of requests, answers and events, by name.</p>
        ${Object.entries(document.components.schemas).toSorted(byName).map(recordDetails)}
      </section>`,
  });
}

function tagEntry({
  tag,
  operations,
}: {
  readonly tag: { readonly name: string };
  readonly operations: readonly PlacedOperation[];
}): Markup {
  const links = operations.map(
    ({ method, operation: { operationId, summary } }) =>
      html`<li>
        <a href="${operationAnchor({ tag: tag.name, operationId })}">${verb(method)} ${summary}</a>
      </li>`,
  );
  return html`<li>
    <a href="${tagAnchor(tag.name)}">${tag.name}</a>
    <ul>
      ${links}
    </ul>
  </li>`;
}

function introduction(
  { servers, info }: ApiDocument,
  common: CommonCodes,
  sourceUrl: string | undefined,
): Markup {
  const conventions = CONVENTIONS.map(
    ({ title, paragraphs: texts }) =>
      html`<h3 id="${title.toLowerCase()}">${title}</h3>
        ${texts.map((text) => html`<p>${inline(text)}</p>`)} ${title === 'Errors' ? codesOfAll(common) : ''}`,
  );
  return html`<h1>Lodging API reference</h1>
    <p class="limits">Version ${info.version}</p>
    <div class="operation">
      <div class="words">${OVERVIEW.map((text) => html`<p>${inline(text)}</p>`)}</div>
      <div class="samples">${codeBlock('First request', firstRequest(servers[0]?.url ?? ''))}</div>
    </div>
    ${startingPoints('', sourceUrl)}
    <section class="conventions">
      <h2 id="conventions"><a href="#conventions">Conventions</a></h2>
      ${conventions}
    </section>`;
}

function codesOfAll({ ofAll, ofKeyed }: CommonCodes): Markup {
  return html`<p>Every operation may answer ${codeLinks(ofAll)}.</p>
    <p>An operation that takes a key may also answer ${codeLinks(ofKeyed.difference(ofAll))}.</p>`;
}

function codeLinks(codes: ReadonlySet<string>): Markup[] {
  return [...codes].map(
    (code, index) => html`${index === 0 ? '' : ', '}<a href="problems/${code}"><code>${code}</code></a>`,
  );
}

/** One row for each event; what is the same for all of them stands once. */
function eventList({ webhooks }: ApiDocument): Markup {
  const events = Object.entries(webhooks);
  const [first] = events;
  if (first === undefined) return html``;
  const rows = events.map(([type, { post }]) => {
    const schema = post.requestBody?.content['application/json']?.schema ?? {};
    const anchor = operationAnchor({ tag: 'Events', operationId: post.operationId });
    return html`<tr id="${idOf(anchor)}">
      <th scope="row"><code>${type}</code></th>
      <td>
        <p class="type">${typeOf(schema)}</p>
        <p>${inline(post.summary)}</p>
      </td>
    </tr>`;
  });
  return html`<h3 id="webhooks">Events that endpoints are sent</h3>
    ${paragraphs(first[1].post.description)}
    <table class="fields">
      <caption>
        Events
      </caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.localeCompare(b);
}

/** The id is within the details: a browser opens them for a link to what they hold. */
function recordDetails([name, schema]: readonly [string, Schema]): Markup {
  return html`<details class="record">
    <summary>${name}</summary>
    <div id="${idOf(recordAnchor(name))}">
      ${schema.description === undefined ? '' : html`<p>${inline(schema.description)}</p>`}
      ${recordBody(name, schema)}
    </div>
  </details>`;
}

function recordBody(name: string, schema: Schema): Markup {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const records = variants.flatMap(({ $ref }) => ($ref === undefined ? [] : [nameOf($ref)]));
  if (variants.length > 0 && records.length === variants.length) {
    const links = records.map(
      (record, index) => html`${index === 0 ? '' : ', '}<a href="${recordAnchor(record)}">${record}</a>`,
    );
    return html`<p>One of ${links}.</p>`;
  }
  if (variants.length > 0) {
    return html`${variants.map((variant, index) => fieldTable(`${name}, form ${index + 1}`, fieldRows(variant)))}`;
  }
  if (schema.properties !== undefined) return fieldTable(`Fields of ${name}`, fieldRows(schema));
  if (schema.enum === undefined) return html`<p>A ${typeOf(schema)}.</p>`;
  const values = schema.enum.map((value, index) => html`${index === 0 ? '' : ', '}<code>${value}</code>`);
  return html`<p>One of ${values}.</p>`;
}
