import type { Caller } from '@lodging/kit-runtime';
import { acceptedLanguages } from '../../../domain/accepted-languages.ts';
import { chooseTexts } from '../../../domain/chosen-texts.ts';
import { ofAnyVariant, ofVariant, tagOfVariant, variantOf } from '../../../domain/entity-tags.ts';
import type { HttpResponse } from '../responses.ts';

/** Services write an answer without spaces, and leave translations out where there are none. A quote in a text is escaped. */
const MARK = '"translations":{';
const VARY = { vary: 'Origin, Accept-Language' };

interface Headers {
  readonly 'accept-language'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-match'?: string | undefined;
}

/** The conditions of a request with the tags that services know. */
export function plainConditions(headers: Headers) {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  const variant = variantOf(acceptedLanguages(headers['accept-language']));
  return {
    ifNoneMatch: ifNoneMatch && ofVariant(ifNoneMatch, variant),
    ifMatch: ifMatch && ofAnyVariant(ifMatch),
  };
}

/** The response with the texts that `Accept-Language` chooses. What has none in several languages is sent as it came. */
export function inLanguage(
  response: HttpResponse,
  headers: Headers,
  { kind }: Pick<Caller, 'kind'>,
): HttpResponse {
  const { body, etag } = response;
  const ranges = acceptedLanguages(headers['accept-language']);
  const variant = variantOf(ranges);
  const tag = etag && tagOfVariant(etag, variant);
  if (body === undefined) {
    const isOfVariant = tag !== undefined && headers['if-none-match']?.includes(tag) === true;
    return isOfVariant ? { ...response, etag: tag, headers: { ...response.headers, ...VARY } } : response;
  }
  const text = typeof body === 'string' ? body : bytesOf(body);
  if (!text.includes(MARK)) return response;
  const reader = { ranges, seesAll: kind !== 'publishable' };
  const { value, languages } = chooseTexts(JSON.parse(text.toString()), reader);
  return {
    ...response,
    body: JSON.stringify(value),
    ...(tag !== undefined && { etag: tag }),
    headers: {
      ...response.headers,
      ...VARY,
      ...(languages.length > 0 && { 'content-language': languages.join(', ') }),
    },
  };
}

/** Not copied: most answers have nothing to choose. */
function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
