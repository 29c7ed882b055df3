import { nameOf, operationsOf } from '../open-api.ts';
import type { ApiDocument, CodeSample, Operation, PlacedOperation } from '../open-api.ts';
import { CLIENT_METHODS } from './client-methods.ts';
import { exampleRequest } from './example-request.ts';
import type { ExampleRequest } from './example-request.ts';
import { printValue } from './print-value.ts';

/** Adds `x-codeSamples` to every operation: the same request with curl and with the TypeScript client. */
export function addSamples(document: Pick<ApiDocument, 'paths'>): void {
  for (const placed of operationsOf(document)) {
    const request = exampleRequest(placed);
    const samples: readonly CodeSample[] = [
      { lang: 'curl', source: curlSample(placed, request) },
      { lang: 'TypeScript', source: typeScriptSample(placed, request) },
    ];
    Object.assign(placed.operation, { 'x-codeSamples': samples });
  }
}

function curlSample({ method, path, operation }: PlacedOperation, request: ExampleRequest): string {
  const { ids, query, body, takesIdempotencyKey, takesGuestToken } = request;
  let index = 0;
  const filled = path.replaceAll(/\{\w+\}/g, () => ids[index++] ?? '');
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const address = `"$LODGING_URL${filled}${search.length === 0 ? '' : `?${search.join('&')}`}"`;
  const usesMethod = method !== (body === undefined ? 'GET' : 'POST');
  const credential = credentialOf(operation);
  const parts = [
    `curl ${usesMethod ? `-X ${method} ` : ''}${address}`,
    ...(credential === undefined ? [] : [`-H "Authorization: Bearer $${credential}"`]),
    ...(takesGuestToken ? ['-H "Guest-Token: $GUEST_TOKEN"'] : []),
    ...(takesIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${jsonOf(body)}'`]),
  ];
  return parts.join(' \\\n  ');
}

/** Within single quotes of a shell. */
function jsonOf(body: unknown): string {
  return JSON.stringify(body, null, 2)
    .replaceAll("'", String.raw`'\''`)
    .replaceAll('\n', '\n  ');
}

function typeScriptSample({ operation }: PlacedOperation, request: ExampleRequest): string {
  const method = CLIENT_METHODS[operation.operationId];
  if (method === undefined) throw new Error(`the client has no method for ${operation.operationId}`);
  const { ids, query, body, takesGuestToken } = request;
  const camelQuery = Object.entries(query).map(([name, value]) => [camelCase(name), value]);
  const args = [
    ...ids.map((id) => printValue(id)),
    ...(camelQuery.length === 0 ? [] : [printValue(Object.fromEntries(camelQuery))]),
    ...(body === undefined ? [] : [printValue(body)]),
    ...(takesGuestToken ? ["{ headers: { 'Guest-Token': process.env['GUEST_TOKEN'] ?? '' } }"] : []),
  ].join(', ');
  const options =
    credentialOf(operation) === 'OPERATOR_TOKEN' ? "{ key: process.env['OPERATOR_TOKEN'] }" : '';
  const call =
    typeof method === 'string'
      ? `${resultOf(operation)}await lodging.${method}(${args});`
      : `for await (const ${method.each} of lodging.${method.list}(${args})) {\n  console.log(${method.each});\n}`;
  return `import { Lodging } from '@lodging/client';\n\nconst lodging = new Lodging(${options});\n${call}`;
}

/** The variable that holds the answer, named after its record. */
function resultOf({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => /^20[0-3]$/.test(status))?.[1] ?? {};
  if ('$ref' in success) return '';
  const [media] = Object.values(success.content ?? {});
  if (media?.schema?.$ref === undefined) return '';
  const name = nameOf(media.schema.$ref).replace(/With[A-Z]\w*$/, '');
  return `const ${name.charAt(0).toLowerCase()}${name.slice(1)} = `;
}

/** The variable with the key; undefined where the operation takes none. */
function credentialOf({ security }: Operation): string | undefined {
  if (security.length === 0) return undefined;
  const takesKey = security.some((scheme) => 'secretKey' in scheme);
  return takesKey ? 'LODGING_KEY' : 'OPERATOR_TOKEN';
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
