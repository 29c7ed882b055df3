import { idOf, operationAnchor, recordAnchor } from '../anchors.ts';
import { nameOf } from '../open-api.ts';
import type { ApiDocument, Operation, Parameter, PlacedOperation, Reference, Response } from '../open-api.ts';
import { codesByStatus, takesKey } from './codes.ts';
import type { CommonCodes } from './codes.ts';
import { fieldRows, fieldTable } from './fields.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';
import { inline, paragraphs } from './text.ts';

/** One operation: what it does and for whom, beside its samples; then what it takes and answers. */
export function operationArticle(
  document: ApiDocument,
  { method, path, operation }: PlacedOperation,
  common: CommonCodes,
): Markup {
  const { operationId, summary, description, security, responses } = operation;
  const anchor = operationAnchor({ tag: operation.tags[0] ?? '', operationId });
  return html`<article id="${idOf(anchor)}" class="operation">
    <div class="words">
      <h3><a href="${anchor}">${summary}</a></h3>
      <p class="route">${verb(method)} <code>${path}</code></p>
      ${paragraphs(description)}
      <p class="access">${inline(accessOf(security))}</p>
      ${parameterTable(document, operation.parameters ?? [])} ${bodyTable(document, operation)}
      ${successList(operation)} ${problemList(document, operation, common)}
    </div>
    <div class="samples">${samples(operation)} ${exampleAnswer(responses)}</div>
  </article>`;
}

export function verb(method: string): Markup {
  return html`<span class="verb ${method.toLowerCase()}">${method}</span>`;
}

export function codeBlock(label: string, source: string): Markup {
  return html`<figure>
    <figcaption>${label}</figcaption>
    <pre><code>${source}</code></pre>
  </figure>`;
}

function samples(operation: Operation): Markup {
  return html`${(operation['x-codeSamples'] ?? []).map(({ lang, source }) => codeBlock(lang, source))}`;
}

const SCHEMES: Readonly<Record<string, string>> = {
  publishableKey: 'a publishable key from an allowed origin',
  operatorSession: 'an operator session',
  consoleSession: 'the session of the console',
};

function accessOf(security: Operation['security']): string {
  if (security.length === 0) return 'Needs no key.';
  const kinds = security.map(({ secretKey, ...others }) => {
    const [permission] = secretKey ?? [];
    if (permission !== undefined) return `a secret key with \`${permission}\``;
    if (secretKey !== undefined) return 'a secret key';
    return SCHEMES[Object.keys(others)[0] ?? ''] ?? '';
  });
  return `Needs ${kinds.join(', or ')}.`;
}

function parameterTable(document: ApiDocument, parameters: readonly (Parameter | Reference)[]): Markup {
  const rows = parameters.map((parameter) => {
    const found = '$ref' in parameter ? document.components.parameters[nameOf(parameter.$ref)] : parameter;
    return {
      name: found?.name ?? '',
      schema: found?.schema ?? {},
      description: `${found?.description ?? ''}${found?.in === 'header' ? ' Sent as a header.' : ''}`,
      isRequired: found?.required === true,
    };
  });
  return rows.length === 0 ? html`` : fieldTable('Parameters', rows);
}

function bodyTable({ components }: ApiDocument, { requestBody }: Operation): Markup {
  if (requestBody === undefined) return html``;
  const schema = requestBody.content['application/json']?.schema;
  const record = schema?.$ref === undefined ? schema : components.schemas[nameOf(schema.$ref)];
  const optional = requestBody.required === true ? '' : ' May be absent.';
  return html`${fieldTable('Body', fieldRows(record ?? {}))}
    <p class="limits">${requestBody.description ?? ''}${optional}</p>`;
}

function successList({ summary, responses }: Operation): Markup {
  const items = successesOf(responses).map(([status, response]) => {
    const [media] = Object.values(response.content ?? {});
    const record = media?.schema?.$ref === undefined ? undefined : nameOf(media.schema.$ref);
    const answers =
      record === undefined ? '' : html`Returns <a href="${recordAnchor(record)}">${record}</a>.`;
    const description = response.description === summary ? '' : (response.description ?? '');
    return html`<li><b class="status">${status}</b> ${inline(description)} ${answers}</li>`;
  });
  return html`<h4>Responses</h4>
    <ul class="statuses">
      ${items}
    </ul>`;
}

function successesOf(responses: Operation['responses']): (readonly [string, Response])[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response || !/^[23]/.test(status) ? [] : [[status, response] as const],
  );
}

function problemList(document: ApiDocument, operation: Operation, common: CommonCodes): Markup {
  const elsewhere = takesKey(operation) ? common.ofKeyed : common.ofAll;
  const items = codesByStatus(document, operation.responses).flatMap(({ status, codes }) => {
    const own = codes.filter((code) => !elsewhere.has(code));
    const links = own.map(
      (code) =>
        html`<li>
          <a href="problems/${code}"><code>${code}</code></a> ${document.components.examples[code]?.summary}
        </li>`,
    );
    return links.length === 0
      ? []
      : html`<li>
          <b class="status">${status}</b>
          <ul>
            ${links}
          </ul>
        </li>`;
  });
  if (items.length === 0)
    return html`<p>Its problems are those of <a href="#errors">every operation</a>.</p>`;
  return html`<h4>Problems</h4>
    <ul class="statuses">
      ${items}
    </ul>
    <p class="limits">And those of <a href="#errors">every operation</a>.</p>`;
}

function exampleAnswer(responses: Operation['responses']): Markup {
  const found = successesOf(responses)
    .flatMap(([status, response]) =>
      Object.values(response.content ?? {}).map(({ example }) => [status, example] as const),
    )
    .at(-1);
  if (found === undefined) return html``;
  const [status, example] = found;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<details class="answer">
    <summary>Answer ${status}</summary>
    <pre><code>${text}</code></pre>
  </details>`;
}
