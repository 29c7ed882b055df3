import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';

type Json = Record<string, unknown>;

/** The OpenAPI document, as JSON. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly webhooks: Json;
  readonly components: Readonly<Record<'schemas' | 'examples', Readonly<Record<string, Json>>>>;
}

const HEADING =
  '// Made from /openapi.json by `npm run client:generate`; a test fails while it is out of date.\n\n';

/** What every problem has; what else its example has belongs to its code. */
const OF_EVERY_PROBLEM = ['type', 'title', 'status', 'detail', 'code', 'instance'];

/** The types of all operations and records, and the members that the problems of some codes have. */
export async function writeTypes(document: ApiDocument): Promise<string> {
  const types = astToString(await openapiTS(reduced(document), { defaultNonNullable: false }));
  return `${HEADING}${types}\n${problemMembers(document)}`;
}

/** Without the refusals of each operation, headers and examples, which are most of the document and give no types. */
function reduced({ paths, components: { schemas } }: ApiDocument): OpenAPI3 {
  const operations = Object.entries(paths).map(([path, item]) => {
    const methods = Object.entries(item).map(([method, operation]) => [method, reducedOperation(operation)]);
    return [path, Object.fromEntries(methods)];
  });
  const records = Object.entries(schemas).map(([name, schema]) => {
    // Each type of event has its own `type` already; the generator would write the names of the records over it.
    return [name, { ...schema, discriminator: undefined }];
  });
  const reducedDocument = {
    openapi: '3.1.1',
    info: { title: 'Lodging', version: '1.0.0' },
    paths: Object.fromEntries(operations),
    components: { schemas: Object.fromEntries(records) },
  };
  return reducedDocument as OpenAPI3;
}

function reducedOperation(operation: Json): Json {
  const { operationId, summary, requestBody, responses } = operation;
  const parameters = (operation['parameters'] ?? []) as Json[];
  const successes = Object.entries(responses as Record<string, Json>)
    .filter(([status]) => Number(status) < 300)
    .map(([status, response]) => [status, { description: '', ...withoutExamples(response) }]);
  return {
    operationId,
    summary,
    parameters: parameters.filter((parameter) => parameter['in'] !== undefined).map(withoutExample),
    ...(requestBody === undefined ? {} : { requestBody: withoutExamples(requestBody as Json) }),
    responses: Object.fromEntries(successes),
  };
}

function withoutExamples({ required, content }: Json): Json {
  const types = Object.entries((content ?? {}) as Record<string, Json>);
  return {
    ...(required === undefined ? {} : { required }),
    ...(types.length === 0
      ? {}
      : { content: Object.fromEntries(types.map(([type, { schema }]) => [type, { schema }])) }),
  };
}

function withoutExample(parameter: Json): Json {
  return { ...parameter, example: undefined };
}

/** An example has what every problem of its code has; a description names the codes of a member. */
function problemMembers({ components: { examples, schemas } }: ApiDocument): string {
  const { properties } = schemas['Problem'] as { properties: Record<string, { description?: string }> };
  const lines = Object.entries(examples).map(([code, { value }]) => {
    const always = Object.keys(value as Json).filter((name) => !OF_EVERY_PROBLEM.includes(name));
    const sometimes = Object.entries(properties)
      .filter(([name, { description = '' }]) => !always.includes(name) && isOf(code, description))
      .map(([name]) => name);
    const types = [
      ...(always.length === 0 ? [] : [`Required<${pickOf(always)}>`]),
      ...(sometimes.length === 0 ? [] : [pickOf(sometimes)]),
    ];
    return `    ${code}: ${types.join(' & ') || 'unknown'};`;
  });
  return [
    '/** What the problems of each code have beside the members that all problems have. */',
    'export interface problemMembers {',
    ...lines,
    '}\n',
  ].join('\n');
}

function isOf(code: string, description: string): boolean {
  return [...description.matchAll(/[Ww]ith `(\w+)`/g)].some(([, named]) => named === code);
}

function pickOf(names: readonly string[]): string {
  return `Pick<components['schemas']['Problem'], ${names.map((name) => `'${name}'`).join(' | ')}>`;
}
