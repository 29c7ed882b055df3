import type { MailAddress, StoredMail } from './message.ts';

/** Older mails are deleted. A search reads all of them. */
const MAX_MAILS = 1000;

export class MailStore {
  #newestFirst: StoredMail[] = [];

  add(mail: StoredMail): void {
    this.#newestFirst = [mail, ...this.#newestFirst].slice(0, MAX_MAILS);
  }

  newestFirst(): readonly StoredMail[] {
    return this.#newestFirst;
  }

  /** The id `latest` stands for the newest mail. */
  find(id: string): StoredMail | undefined {
    return id === 'latest'
      ? this.#newestFirst[0]
      : this.#newestFirst.find(({ message }) => message.ID === id);
  }

  markRead(ids: readonly string[], read: boolean): void {
    this.#newestFirst = this.#newestFirst.map((mail) =>
      ids.includes(mail.message.ID) ? { ...mail, read } : mail,
    );
  }

  /** Without ids: all mails. */
  remove(ids: readonly string[]): void {
    this.#newestFirst =
      ids.length === 0 ? [] : this.#newestFirst.filter(({ message }) => !ids.includes(message.ID));
  }

  search(query: string): StoredMail[] {
    const terms = query.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
    const matchers = terms.map((term) => matcherOf(term.replaceAll('"', '').toLowerCase()));
    return this.#newestFirst.filter((mail) => matchers.every((matches) => matches(mail)));
  }
}

type Matcher = (mail: StoredMail) => boolean;

const FIELDS: Readonly<Record<string, (mail: StoredMail) => string>> = {
  to: ({ message }) => text(message.To),
  from: ({ message }) => text([message.From]),
  cc: ({ message }) => text(message.Cc),
  bcc: ({ message }) => text(message.Bcc),
  addressed: ({ message }) =>
    text([message.From, ...message.To, ...message.Cc, ...message.Bcc, ...message.ReplyTo]),
  subject: ({ message }) => message.Subject,
  'message-id': ({ message }) => message.MessageID,
};

/** `to:guest@example.com`, `-subject:code`, `is:unread`, or a word anywhere in the mail. */
function matcherOf(term: string): Matcher {
  if (term.startsWith('-') || term.startsWith('!')) {
    const matches = matcherOf(term.slice(1));
    return (mail) => !matches(mail);
  }
  if (term === 'is:read') return (mail) => mail.read;
  if (term === 'is:unread') return (mail) => !mail.read;
  const [, name, value] = /^([a-z-]+):(.*)$/.exec(term) ?? [];
  const field = name !== undefined && Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field !== undefined && value !== undefined) return (mail) => field(mail).toLowerCase().includes(value);
  return ({ message }) =>
    [message.Subject, message.Text, message.HTML, text([message.From, ...message.To])]
      .join(' ')
      .toLowerCase()
      .includes(term);
}

function text(addresses: readonly MailAddress[]): string {
  return addresses.map(({ Name, Address }) => `${Name} ${Address}`).join(' ');
}
