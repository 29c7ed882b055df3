import { domainToASCII } from 'node:url';
import { createSemaphore, inSpan, SpanKind } from '@lodging/kit-runtime';
import nodemailer from 'nodemailer';
import type { GuestMailer, GuestMailOutcome, GuestMailToSend } from '../../ports/mails.ts';
import { guestMails } from '../../metrics.ts';

export interface GuestMailerOptions {
  readonly url: string;
  /** `Name <user@host>` or `user@host`: mails have this address, with the name of the property. */
  readonly from: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Apart from those of code mails, which a guest waits for. */
const CONNECTIONS = 3;

/**
 * Each mail has a connection of its own: so it is known whether the server may have it, and no mail is sent twice because a
 * kept connection had ended.
 */
export function createGuestMailer({ url, from, timeoutMs = TIMEOUT_MS }: GuestMailerOptions): GuestMailer {
  const connections = createSemaphore({ permits: CONNECTIONS });
  const address = addressOf(from);
  return {
    send: (mail) => measured(url, () => connections.run(() => sendOnce(url, address, mail, timeoutMs))),
  };
}

async function sendOnce(
  url: string,
  address: string,
  mail: GuestMailToSend,
  timeoutMs: number,
): Promise<GuestMailOutcome> {
  const handover = watchHandover();
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: handover.logger,
  });
  try {
    await transport.sendMail({ ...messageOf(address, mail), signal: AbortSignal.timeout(timeoutMs) });
    return 'accepted';
  } catch (error) {
    const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
    // The server has answered: it has not taken the mail.
    if (typeof responseCode === 'number') {
      return command === 'RCPT TO' && responseCode >= 500 ? 'refused' : 'unreachable';
    }
    return handover.isComplete() ? 'unconfirmed' : 'unreachable';
  } finally {
    transport.close();
  }
}

/** Names are objects and not part of a header's text, so that no value can begin a header of its own. */
function messageOf(address: string, mail: GuestMailToSend) {
  const { messageId, fromName, replyTo, to, subject, text, html, calendar } = mail;
  return {
    from: { name: fromName, address },
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(calendar !== null && { icalEvent: { method: 'PUBLISH', filename: 'stay.ics', content: calendar } }),
  };
}

/** The library logs the end of a message when the socket has all of it. Before that no server can have taken the mail. */
function watchHandover() {
  let isComplete = false;
  const log = (entry: unknown): void => {
    if (typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message')
      isComplete = true;
  };
  const logger = {
    level: () => undefined,
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  };
  return { logger, isComplete: () => isComplete };
}

function addressOf(from: string): string {
  return /<([^>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** Of the Message-ID. */
export function mailDomainOf(from: string): string {
  return domainToASCII(addressOf(from).split('@').at(-1) ?? '') || 'localhost';
}

/** The span and the metric name the server and the outcome, never the recipient or the content. */
function measured(url: string, work: () => Promise<GuestMailOutcome>): Promise<GuestMailOutcome> {
  const attributes = { 'network.protocol.name': 'smtp', 'server.address': new URL(url).hostname };
  return inSpan('send guest mail', { kind: SpanKind.CLIENT, attributes }, async () => {
    const outcome = await work();
    guestMails.add(1, { 'lodging.outcome': outcome === 'accepted' ? 'sent' : outcome });
    return outcome;
  });
}
