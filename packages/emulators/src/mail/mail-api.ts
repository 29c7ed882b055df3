import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Chaos, ChaosTriggers } from './chaos.ts';
import type { MailStore } from './mail-store.ts';
import { summaryOf } from './message.ts';
import type { StoredMail } from './message.ts';

interface Page {
  readonly start?: string;
  readonly limit?: string;
  readonly query?: string;
}

interface ById {
  Params: { id: string };
}

/** Mailpit's API, as far as the README lists it. */
export function serveMailApi(app: FastifyInstance, store: MailStore): void {
  app.get<{ Querystring: Page }>('/api/v1/messages', async ({ query }) =>
    list(store, store.newestFirst(), query),
  );
  app.get<{ Querystring: Page }>('/api/v1/search', async ({ query }, reply) => {
    const text = query.query?.trim() ?? '';
    if (text === '') return refuse(reply, 400, 'Error: no search query');
    return list(store, store.search(text), query);
  });
  app.get<ById>('/api/v1/message/:id', async ({ params }, reply) => {
    const mail = store.find(params.id);
    if (mail === undefined) return refuse(reply, 404, 'Message not found');
    store.markRead([mail.message.ID], true);
    return mail.message;
  });
  app.get<ById>('/api/v1/message/:id/raw', async ({ params }, reply) => {
    const mail = store.find(params.id);
    if (mail === undefined) return refuse(reply, 404, 'Message not found');
    return reply.type('text/plain; charset=utf-8').send(mail.raw);
  });
  app.put<{ Body: { Read?: boolean; IDs?: string[] } | undefined }>(
    '/api/v1/messages',
    async ({ body }, reply) => {
      const ids = body?.IDs ?? [];
      const all = store.newestFirst().map(({ message }) => message.ID);
      store.markRead(ids.length === 0 ? all : ids, body?.Read ?? false);
      return reply.type('text/plain').send('ok');
    },
  );
  app.delete<{ Body: { IDs?: string[] } | undefined }>('/api/v1/messages', async ({ body }, reply) => {
    store.remove(body?.IDs ?? []);
    return reply.type('text/plain').send('ok');
  });
  app.delete<{ Querystring: Page }>('/api/v1/search', async ({ query }, reply) => {
    const found = store.search(query.query ?? '').map(({ message }) => message.ID);
    if (found.length > 0) store.remove(found);
    return reply.type('text/plain').send('ok');
  });
}

export function serveChaosApi(app: FastifyInstance, chaos: Chaos): void {
  app.get('/api/v1/chaos', async () => chaos.triggers());
  app.put<{ Body: Partial<ChaosTriggers> | undefined }>('/api/v1/chaos', async ({ body }) =>
    chaos.set(body ?? {}),
  );
}

function list(store: MailStore, found: readonly StoredMail[], { start, limit }: Page): object {
  const all = store.newestFirst();
  const first = numberIn(start, 0);
  const messages = found.slice(first, first + numberIn(limit, 50)).map(summaryOf);
  return {
    total: all.length,
    unread: all.filter(({ read }) => !read).length,
    count: messages.length,
    messages_count: found.length,
    messages_unread: found.filter(({ read }) => !read).length,
    start: first,
    tags: [],
    messages,
  };
}

function numberIn(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : fallback;
}

async function refuse(reply: FastifyReply, status: number, message: string): Promise<FastifyReply> {
  return reply.code(status).send({ Error: message });
}
