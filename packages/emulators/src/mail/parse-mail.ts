import { createHash } from 'node:crypto';
import PostalMime, { decodeWords } from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import type { MailAddress, MailAttachment, MailMessage } from './message.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly username: string;
}

export async function parseMail(
  id: string,
  raw: Buffer,
  envelope: Envelope,
  receivedAt: string,
): Promise<MailMessage> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const inHeaders = [...addresses(email.to), ...addresses(email.cc), ...addresses(email.bcc)];
  const attachments = email.attachments.map((attachment, index) => ({
    attachment,
    summary: summaryOf(attachment, index),
  }));
  return {
    ID: id,
    MessageID: (email.messageId ?? '').replace(/^<|>$/g, ''),
    From: addresses(email.from === undefined ? [] : [email.from])[0] ?? { Name: '', Address: envelope.from },
    To: addresses(email.to),
    Cc: addresses(email.cc),
    Bcc: [...addresses(email.bcc), ...blindCopies(envelope.to, inHeaders)],
    ReplyTo: addresses(email.replyTo),
    ReturnPath: envelope.from,
    Subject: email.subject ?? '',
    ListUnsubscribe: unsubscribe(email),
    Date: dateOf(email.date) ?? receivedAt,
    Tags: [],
    Username: envelope.username,
    Text: email.text ?? '',
    HTML: email.html ?? '',
    Size: raw.length,
    Inline: attachments.filter(({ attachment }) => isInline(attachment)).map(({ summary }) => summary),
    Attachments: attachments.filter(({ attachment }) => !isInline(attachment)).map(({ summary }) => summary),
  };
}

function addresses(list: readonly Address[] | undefined): MailAddress[] {
  return (list ?? []).flatMap((each) =>
    each.address === undefined ? addresses(each.group) : [{ Name: each.name, Address: each.address }],
  );
}

/** Recipients of the envelope that no header names. */
function blindCopies(recipients: readonly string[], inHeaders: readonly MailAddress[]): MailAddress[] {
  const known = new Set(inHeaders.map(({ Address }) => Address.toLowerCase()));
  return recipients.filter((to) => !known.has(to.toLowerCase())).map((Address) => ({ Name: '', Address }));
}

function dateOf(text: string | undefined): string | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function isInline(attachment: Attachment): boolean {
  return attachment.disposition === 'inline' || attachment.related === true;
}

function summaryOf(attachment: Attachment, index: number): MailAttachment {
  const content = bytes(attachment.content);
  const sum = (algorithm: string): string => createHash(algorithm).update(content).digest('hex');
  return {
    PartID: String(index + 1),
    FileName: attachment.filename ?? '',
    ContentType: attachment.mimeType,
    ContentID: (attachment.contentId ?? '').replace(/^<|>$/g, ''),
    Size: content.length,
    Checksums: { MD5: sum('md5'), SHA1: sum('sha1'), SHA256: sum('sha256') },
  };
}

function bytes(content: ArrayBuffer | Uint8Array | string): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

function unsubscribe(email: Email): MailMessage['ListUnsubscribe'] {
  const header = headerOf(email, 'list-unsubscribe');
  const links = [...header.matchAll(/<([^>]+)>/g)].map(([, link]) => link ?? '');
  return { Header: header, Links: links, Errors: '', HeaderPost: headerOf(email, 'list-unsubscribe-post') };
}

function headerOf(email: Email, key: string): string {
  return decodeWords(email.headers.find((header) => header.key === key)?.value ?? '');
}
