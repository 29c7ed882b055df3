import type { FastifyInstance } from 'fastify';
import { html, page } from '../pages/show-page.ts';
import type { MailStore } from './mail-store.ts';
import type { MailAddress } from './message.ts';

const NOTE = 'This is an emulator for a mail server. No mail leaves it.';

export function serveMailPages(app: FastifyInstance, store: MailStore): void {
  app.get('/', async (_request, reply) => {
    const rows = store.newestFirst().map(
      ({ message, receivedAt, read }) =>
        html`<li>
          <a href="/view/${message.ID}">${message.Subject || '(no subject)'}</a>${read ? '' : ' •'}<br />
          <small>${receivedAt} · to ${names(message.To)}</small>
        </li>`,
    );
    const content = html`<h1>Mails</h1>
      ${
        rows.length === 0
          ? html`<p>None yet.</p>`
          : html`<ul>
              ${rows}
            </ul>`
      }`;
    return reply.type('text/html; charset=utf-8').send(page('Mails', content, NOTE));
  });
  app.get<{ Params: { id: string } }>('/view/:id', async ({ params }, reply) => {
    const message = store.find(params.id)?.message;
    reply.type('text/html; charset=utf-8');
    if (message === undefined) return reply.code(404).send(page('Mail', html`<h1>No such mail</h1>`, NOTE));
    store.markRead([message.ID], true);
    const content = html`<p><a href="/">All mails</a></p>
      <h1>${message.Subject}</h1>
      <p>From ${names([message.From])}<br />To ${names(message.To)}<br />${message.Date}</p>
      <pre style="white-space:pre-wrap">${message.Text}</pre>
      ${message.HTML === '' ? '' : html`<iframe sandbox="" style="width:100%;height:30rem" srcdoc="${message.HTML}"></iframe>`}`;
    return reply.send(page(message.Subject, content, NOTE));
  });
}

function names(addresses: readonly MailAddress[]): string {
  return addresses.map(({ Name, Address }) => (Name === '' ? Address : `${Name} <${Address}>`)).join(', ');
}
