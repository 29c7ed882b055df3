import { systemContext } from '@lodging/kit-runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { previewMailTemplate } from '../src/use-cases/mails/preview-mail-template.ts';
import { startMails } from './mails-harness.ts';
import type { MailsHarness } from './mails-harness.ts';

let mails: MailsHarness;
beforeAll(async () => {
  mails = await startMails('smtp://127.0.0.1:1');
});
afterAll(() => mails.close());

it('a preview of a booking has no token that opens it: who may read may not act for the guest', async () => {
  const tenantId = await mails.addTenant({ manageUrl: 'https://seeblick.example/manage' });
  const reservationId = mails.addStay({ manageToken: 'a-token-of-the-guest', reference: 'A7P7K3Q9' });
  const preview = await previewMailTemplate(mails.deps, systemContext(tenantId, true, { timeoutMs: 5_000 }), {
    type: 'booking_confirmed',
    language: 'en',
    reservationId,
  });
  expect(preview).toMatchObject({ ok: true });
  const text = JSON.stringify(preview);
  expect(text).toContain('A7P7K3Q9');
  expect(text).toContain('https://seeblick.example/manage?token=sample');
  expect(text).not.toContain('a-token-of-the-guest');
});
