import { writeDocument } from '../../../services/gateway/src/inbound/document/write-document.ts';
import type { ApiDocument } from './write-types.ts';

/** The document that a gateway with this address serves at /openapi.json. */
export function productDocument(): ApiDocument {
  return JSON.parse(JSON.stringify(writeDocument('https://api.lodging.example'))) as ApiDocument;
}
