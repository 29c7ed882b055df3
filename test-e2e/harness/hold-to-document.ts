import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = { readonly [field: string]: unknown };

interface Documented {
  /** Undefined where the document has no such operation. */
  operationOf(method: string, path: string): { pointer: string; operation: Json } | undefined;
  find(pointer: string): Json;
  misfits(pointer: string, value: unknown): string[];
}

const documents = new Map<string, Promise<Documented>>();

/** Throws where the response does not conform to the API document. Paths outside /v1 are not checked. */
export async function holdToDocument(
  baseUrl: string,
  { method, path }: { method: string; path: string },
  { status, body }: { status: number; body: unknown },
): Promise<void> {
  if (!path.startsWith('/v1/')) return;
  const document = await documentOf(baseUrl);
  const found = document?.operationOf(method, path.split('?', 1)[0] ?? '');
  if (document === undefined || found === undefined) return;
  const name = `${method} ${path} answered ${status}`;
  const responses = Object(found.operation['responses']);
  if (responses[status] === undefined)
    throw new Error(`${name}, which the document does not have: ${show(body)}`);
  const at =
    typeof responses[status].$ref === 'string'
      ? responses[status].$ref.slice(1)
      : `${found.pointer}/responses/${status}`;
  const [type] = Object.keys(Object(document.find(at)['content']));
  if (type === undefined) return;
  const misfits = document.misfits(`${at}/content/${step(type)}/schema`, body);
  if (misfits.length > 0) throw new Error(`${name}, but ${misfits.join('; ')}: ${show(body)}`);
}

/** Undefined while the gateway is down, which some tests cause. */
function documentOf(baseUrl: string): Promise<Documented | undefined> {
  const known = documents.get(baseUrl) ?? readDocument(baseUrl);
  documents.set(baseUrl, known);
  return known.catch(() => {
    documents.delete(baseUrl);
    return undefined;
  });
}

async function readDocument(baseUrl: string): Promise<Documented> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(10_000) });
  const document = (await response.json()) as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const templates = Object.entries(Object(document['paths'])).map(([template, item]) => ({
    template,
    item: Object(item) as Json,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}$`),
  }));
  return {
    operationOf(method, path) {
      // A path without placeholders takes precedence.
      const fitting = templates.filter(({ pattern }) => pattern.test(path));
      const found = fitting.find(({ template }) => template === path) ?? fitting[0];
      const verb = method.toLowerCase();
      if (found === undefined || found.item[verb] === undefined) return undefined;
      const pointer = `/paths/${step(found.template)}/${verb}`;
      return { pointer, operation: Object(found.item[verb]) as Json };
    },
    find: (pointer) =>
      pointer
        .split('/')
        .slice(1)
        .reduce<Json>((node, name) => Object(node[unstep(name)]) as Json, document),
    misfits(pointer, value) {
      const validate = ajv.getSchema(`document#${pointer}`);
      if (validate === undefined) throw new Error(`the document has nothing at ${pointer}`);
      if (validate(value) === true) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    },
  };
}

/** One step of a JSON pointer in a URI fragment. */
function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unstep(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}

function show(body: unknown): string {
  return JSON.stringify(body)?.slice(0, 500) ?? '';
}
