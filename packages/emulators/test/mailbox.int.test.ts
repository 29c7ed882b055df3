import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailbox } from '../src/index.ts';
import type { Mailbox, MailMessage, MailSummary } from '../src/index.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
});
afterAll(async () => mailbox.stop());
beforeEach(async () => {
  expect(await (await api('/api/v1/messages', { method: 'DELETE' })).text()).toBe('ok');
});

interface List {
  total: number;
  unread: number;
  count: number;
  messages_count: number;
  start: number;
  messages: MailSummary[];
}

async function api(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${mailbox.url}${path}`, init);
}

async function read<T>(path: string): Promise<T> {
  return (await (await api(path)).json()) as T;
}

async function send(more: SendMailOptions = {}): Promise<void> {
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: { name: 'Hôtel Bellevue', address: 'desk@hotel.example' },
    to: 'Zoë Müller <zoe@guest.example>',
    subject: 'Ihr Code – 123456 ✓',
    text: 'Grüße 🏨\nYour code is 123456.',
    html: '<p>Grüße 🏨 <b>123456</b></p>',
    ...more,
  });
  transport.close();
}

describe('a mail', () => {
  it('keeps names, subject, text and HTML in any script', async () => {
    await send({
      replyTo: 'reply@hotel.example',
      cc: 'desk2@hotel.example',
      messageId: '<m-1@hotel.example>',
    });
    const { messages } = await read<List>('/api/v1/messages');
    const message = await read<MailMessage>(`/api/v1/message/${messages[0]?.ID}`);
    expect(message).toMatchObject({
      MessageID: 'm-1@hotel.example',
      From: { Name: 'Hôtel Bellevue', Address: 'desk@hotel.example' },
      To: [{ Name: 'Zoë Müller', Address: 'zoe@guest.example' }],
      Cc: [{ Name: '', Address: 'desk2@hotel.example' }],
      Bcc: [],
      ReplyTo: [{ Address: 'reply@hotel.example' }],
      ReturnPath: 'desk@hotel.example',
      Subject: 'Ihr Code – 123456 ✓',
      Attachments: [],
      Inline: [],
    });
    expect(message.Text.trim()).toBe('Grüße 🏨\nYour code is 123456.');
    expect(message.HTML.trim()).toBe('<p>Grüße 🏨 <b>123456</b></p>');
    expect(message.Size).toBeGreaterThan(200);
    expect(await (await api(`/api/v1/message/${message.ID}/raw`)).text()).toContain(
      'Message-ID: <m-1@hotel.example>',
    );
  });

  it('has its attachments and blind copies', async () => {
    const content = Buffer.from([0, 1, 2, 255]);
    await send({ bcc: 'audit@hotel.example', attachments: [{ filename: 'stay.pdf', content }] });
    const message = await read<MailMessage>('/api/v1/message/latest');
    expect(message.Bcc).toEqual([{ Name: '', Address: 'audit@hotel.example' }]);
    expect(message.Attachments).toMatchObject([
      { FileName: 'stay.pdf', ContentType: 'application/pdf', Size: 4 },
    ]);
  });

  it('is unread until it is read', async () => {
    await send();
    expect((await read<List>('/api/v1/messages')).unread).toBe(1);
    await api('/api/v1/message/latest');
    const list = await read<List>('/api/v1/messages');
    expect(list.unread).toBe(0);
    expect(list.messages[0]?.Read).toBe(true);
  });

  it('is 404 when it does not exist', async () => {
    expect((await api('/api/v1/message/nothing')).status).toBe(404);
    expect((await api('/api/v1/message/latest')).status).toBe(404);
  });
});

describe('the list', () => {
  it('is newest first, a page at a time', async () => {
    for (const subject of ['first', 'second', 'third']) await send({ subject });
    const all = await read<List>('/api/v1/messages');
    expect(all).toMatchObject({ total: 3, unread: 3, count: 3, messages_count: 3, start: 0, tags: [] });
    expect(all.messages.map(({ Subject }) => Subject)).toEqual(['third', 'second', 'first']);
    expect(all.messages[0]).toMatchObject({
      Snippet: 'Grüße 🏨 Your code is 123456.',
      Attachments: 0,
      Read: false,
    });
    const page = await read<List>('/api/v1/messages?start=1&limit=1');
    expect(page).toMatchObject({ total: 3, count: 1, start: 1, messages: [{ Subject: 'second' }] });
  });

  it('can be searched by address, subject and words', async () => {
    await send({ to: 'Ann@Guest.example', subject: 'Code 1' });
    await send({ to: 'bob@guest.example', subject: 'Confirmed' });
    const found = async (query: string): Promise<string[]> => {
      const list = await read<List>(`/api/v1/search?query=${encodeURIComponent(query)}`);
      return list.messages.map(({ Subject }) => Subject);
    };
    expect(await found('to:ann@guest.example')).toEqual(['Code 1']);
    expect(await found('to:"bob@guest.example" subject:confirmed')).toEqual(['Confirmed']);
    expect(await found('grüße')).toHaveLength(2);
    expect(await found('-subject:code')).toEqual(['Confirmed']);
    expect(await found('to:unknown@guest.example')).toEqual([]);
    expect((await api('/api/v1/search')).status).toBe(400);
  });

  it('loses deleted mails', async () => {
    for (const subject of ['keep', 'drop']) await send({ subject });
    const { ID } = await read<MailMessage>('/api/v1/message/latest');
    const headers = { 'content-type': 'application/json' };
    await api('/api/v1/messages', { method: 'DELETE', headers, body: JSON.stringify({ IDs: [ID] }) });
    expect((await read<List>('/api/v1/messages')).messages.map(({ Subject }) => Subject)).toEqual(['keep']);
  });

  it('has all of two hundred concurrent mails', async () => {
    await Promise.all(Array.from({ length: 200 }, async (_, n) => send({ subject: `mail ${n}` })));
    const { messages } = await read<List>('/api/v1/messages?limit=500');
    expect(new Set(messages.map(({ Subject }) => Subject)).size).toBe(200);
  });
});

describe('the server', () => {
  it('is alive and ready, and its page runs no script of a mail', async () => {
    await send({ subject: '<script>alert(1)</script>', html: '<img src=x onerror=alert(1)>' });
    expect((await api('/livez')).status).toBe(200);
    expect((await api('/readyz')).status).toBe(200);
    const page = await (await api('/')).text();
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>');
    const { ID } = await read<MailMessage>('/api/v1/message/latest');
    expect(await (await api(`/view/${ID}`)).text()).toContain('<iframe sandbox=""');
  });

  it('refuses mails by chaos triggers, temporarily or permanently', async () => {
    const headers = { 'content-type': 'application/json' };
    const chaos = async (triggers: object): Promise<unknown> =>
      api('/api/v1/chaos', { method: 'PUT', headers, body: JSON.stringify(triggers) });
    await chaos({ Recipient: { ErrorCode: 451, Probability: 100 } });
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await chaos({ Sender: { ErrorCode: 550, Probability: 100 } });
    await expect(send()).rejects.toMatchObject({ responseCode: 550 });
    await chaos({});
    await send();
    expect((await read<List>('/api/v1/messages')).total).toBe(1);
  });

  it('survives a client that disconnects within a command', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(mailbox.smtpPort, '127.0.0.1', () => {
        socket.write('EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\nSubject: half');
        setTimeout(() => socket.destroy(), 50);
      });
      socket.on('close', () => resolve());
    });
    await send({ subject: 'after' });
    expect((await read<List>('/api/v1/messages')).messages.map(({ Subject }) => Subject)).toEqual(['after']);
  });
});
