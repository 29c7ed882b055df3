import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

/** The OpenAPI document, as JSON. */
export interface Document extends Json {
  paths: Record<string, Record<string, Json>>;
  webhooks: Json;
  components: Record<string, Record<string, Json>>;
}

export type Validator = (pointer: string, value: unknown) => string[];

/** `pointer` is that of a schema in the document, `/components/schemas/Quote`. The result is empty when the value is valid. */
export function validatorOf(document: Document): Validator {
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
