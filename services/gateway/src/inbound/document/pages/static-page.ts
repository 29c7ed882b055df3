import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownTags } from '../../../domain/entity-tags.ts';

const compressed = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

type Encoding = keyof typeof compressed | 'identity';

interface Stored {
  readonly digest: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Answers a text that never changes. It is written by its first request and kept in its compressed forms only, which are a
 * tenth of it.
 */
export function staticPage(
  type: string,
  write: () => string,
  headers: Readonly<Record<string, string>> = {},
): SendPage {
  let stored: Promise<Stored> | undefined;
  return async (request, reply) => {
    stored ??= store(write());
    const page = await stored;
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const etag = tagOf(page, encoding);
    reply.headers({ etag, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding', ...headers });
    const known = knownTags(request.headers['if-none-match']);
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(await bytesOf(page, encoding));
  };
}

async function store(text: string): Promise<Stored> {
  const bytes = Buffer.from(text);
  const [br, zipped] = await Promise.all([compressed.br(bytes), compressed.gzip(bytes)]);
  return { digest: createHash('sha256').update(bytes).digest('base64url').slice(0, 18), br, gzip: zipped };
}

/** Strong, so each form has its own. */
function tagOf({ digest }: Stored, encoding: Encoding): string {
  return `"${digest}-${encoding.slice(0, 3).padEnd(3, '_')}"`;
}

async function bytesOf(page: Stored, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? promisify(gunzip)(page.gzip) : page[encoding];
}

/** The best form that the Accept-Encoding header accepts. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part
          .trim()
          .toLowerCase()
          .split(/\s*;\s*/);
        const weight = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
      }),
  );
  const accepts = (name: string): boolean => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** A browser asks for a page; everything else gets JSON. */
export function wantsHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}
