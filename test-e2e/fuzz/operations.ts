type Json = { readonly [field: string]: unknown };

/** JSON Schema, as far as bodies are made from it; references are resolved. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example: unknown;
}

/** One operation of the API document. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** With placeholders, as in the document. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** A valid body; undefined where the operation takes none. */
  readonly example: unknown;
  /** Undefined where the operation takes no body. */
  readonly body: { readonly schema: Schema; readonly maxBytes: number } | undefined;
  readonly statuses: ReadonlySet<number>;
}

export async function readOperations(baseUrl: string): Promise<Operation[]> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(10_000) });
  const document = (await response.json()) as Json;
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item) as Json).map(([method, operation]) =>
      operationOf(document, method.toUpperCase(), path, Object(operation)),
    ),
  );
}

function operationOf(document: Json, method: string, path: string, operation: Json): Operation {
  const parameters = (operation['parameters'] ?? []) as Json[];
  const requestBody: Json = Object(operation['requestBody']);
  const content = Object(requestBody['content'])['application/json'] as Json | undefined;
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: parameters.map((one) => parameterOf(resolve(document, one))),
    example: content?.['example'],
    body: content && {
      schema: resolveAll(document, content['schema']) as Schema,
      maxBytes: maxBytesOf(requestBody),
    },
    statuses: new Set(Object.keys(Object(operation['responses'])).map(Number)),
  };
}

function parameterOf(parameter: Json): Parameter {
  const { name, in: place, required = false, example } = parameter;
  return { name, in: place, required, example } as Parameter;
}

function maxBytesOf({ description }: Json): number {
  const [, kib] = /^At most (\d+) KiB\.$/.exec(String(description)) ?? [];
  if (kib === undefined) throw new Error(`a body of unknown size: ${String(description)}`);
  return Number(kib) * 1024;
}

/** The schemas of requests do not refer to themselves. */
function resolveAll(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolveAll(document, one));
  if (typeof value !== 'object' || value === null) return value;
  const resolved = resolve(document, value as Json);
  return Object.fromEntries(
    Object.entries(resolved).map(([name, part]) => [name, resolveAll(document, part)]),
  );
}

function resolve(document: Json, value: Json): Json {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  return $ref
    .split('/')
    .slice(1)
    .reduce<Json>((node, step) => Object(node[step]) as Json, document);
}
