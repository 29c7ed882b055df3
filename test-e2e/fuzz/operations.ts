type Json = { readonly [field: string]: unknown };

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
  const content = Object(Object(operation['requestBody']).content)['application/json'];
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters: parameters.map((one) => parameterOf(resolve(document, one))),
    example: Object(content).example,
    statuses: new Set(Object.keys(Object(operation['responses'])).map(Number)),
  };
}

function parameterOf(parameter: Json): Parameter {
  const { name, in: place, required = false, example } = parameter;
  return { name, in: place, required, example } as Parameter;
}

function resolve(document: Json, value: Json): Json {
  const { $ref } = value;
  if (typeof $ref !== 'string') return value;
  return $ref
    .split('/')
    .slice(1)
    .reduce<Json>((node, step) => Object(node[step]) as Json, document);
}
