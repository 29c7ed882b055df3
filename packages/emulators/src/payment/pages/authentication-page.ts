import type { FastifyInstance, FastifyReply } from 'fastify';
import { formatAmount } from '../protocol/check-amount.ts';
import type { Provider } from '../provider.ts';
import { settlePayment } from '../transitions/settle-payment.ts';
import type { PaymentIntentRecord } from '../state/records.ts';
import { html } from '../../pages/show-page.ts';
import { paymentPage } from './payment-page.ts';

export function serveAuthenticationPage(app: FastifyInstance, provider: Provider): void {
  app.get<{ Params: { id: string } }>('/authenticate/:id', async (request, reply) => {
    const found = intentToAuthenticate(provider, request.params.id);
    return found === undefined ? done(reply, 'Nothing waits here') : showForm(reply, found.entry);
  });
  app.post<{ Params: { id: string }; Body: Record<string, unknown> | undefined }>(
    '/authenticate/:id',
    async (request, reply) => {
      const found = intentToAuthenticate(provider, request.params.id);
      if (found === undefined) return done(reply, 'Nothing waits here');
      const outcome = request.body?.['outcome'] === 'fail' ? 'failed' : 'succeeded';
      const cause = { account: found.account, request: null };
      const { object, returnUrl } = settlePayment(provider, cause, found.entry, outcome);
      if (returnUrl === null) return done(reply, outcome === 'succeeded' ? 'Paid' : 'Not paid');
      const target = new URL(returnUrl);
      target.searchParams.set('payment_intent', object.id);
      target.searchParams.set('payment_intent_client_secret', object.client_secret ?? '');
      target.searchParams.set('redirect_status', outcome);
      return reply.redirect(target.href, 303);
    },
  );
}

function intentToAuthenticate(
  provider: Provider,
  id: string,
): { account: string; entry: PaymentIntentRecord } | undefined {
  const located = provider.store.paymentIntents.locate(id);
  return located?.entry.object.status === 'requires_action' ? located : undefined;
}

async function showForm(reply: FastifyReply, { object }: PaymentIntentRecord): Promise<FastifyReply> {
  const content = html`<h1>Is it you?</h1>
    <p>${formatAmount(object.amount, object.currency)}</p>
    <form method="post">
      <button name="outcome" value="complete">Complete</button
      ><button name="outcome" value="fail">Fail</button>
    </form>`;
  return reply.type('text/html; charset=utf-8').send(paymentPage('Authentication', content));
}

async function done(reply: FastifyReply, title: string): Promise<FastifyReply> {
  return reply.type('text/html; charset=utf-8').send(paymentPage(title, html`<h1>${title}</h1>`));
}
