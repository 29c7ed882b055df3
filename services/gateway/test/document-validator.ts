import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

/** The OpenAPI document, as JSON. */
export interface Document extends Json {
  paths: Record<string, Record<string, Json>>;
  webhooks: Json;
  components: Record<string, Record<string, Json>>;
}

export type Misfits = (pointer: string, value: unknown) => string[];

/** `pointer` leads to a schema of the document, as in `/components/schemas/Quote`. Empty when the value fits. */
export function validatorOf(document: Document): Misfits {
  // `strict` off: the document as a whole is not a schema, and OpenAPI adds keywords to JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  return (pointer, value) => {
    const fits = ajv.validate({ $ref: `document#${pointer}` }, value);
    return fits ? [] : (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** One step of a JSON pointer in a URI fragment. */
export function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
