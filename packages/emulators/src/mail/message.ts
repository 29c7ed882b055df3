export interface MailAddress {
  readonly Name: string;
  readonly Address: string;
}

export interface MailAttachment {
  readonly PartID: string;
  readonly FileName: string;
  readonly ContentType: string;
  readonly ContentID: string;
  readonly Size: number;
  readonly Checksums: { readonly MD5: string; readonly SHA1: string; readonly SHA256: string };
}

export interface MailMessage {
  readonly ID: string;
  readonly MessageID: string;
  readonly From: MailAddress;
  readonly To: readonly MailAddress[];
  readonly Cc: readonly MailAddress[];
  readonly Bcc: readonly MailAddress[];
  readonly ReplyTo: readonly MailAddress[];
  readonly ReturnPath: string;
  readonly Subject: string;
  readonly ListUnsubscribe: {
    readonly Header: string;
    readonly Links: readonly string[];
    readonly Errors: string;
    readonly HeaderPost: string;
  };
  readonly Date: string;
  readonly Tags: readonly string[];
  readonly Username: string;
  readonly Text: string;
  readonly HTML: string;
  readonly Size: number;
  readonly Inline: readonly MailAttachment[];
  readonly Attachments: readonly MailAttachment[];
}

/** A mail in a list. */
export interface MailSummary {
  readonly ID: string;
  readonly MessageID: string;
  readonly Read: boolean;
  readonly From: MailAddress;
  readonly To: readonly MailAddress[];
  readonly Cc: readonly MailAddress[];
  readonly Bcc: readonly MailAddress[];
  readonly ReplyTo: readonly MailAddress[];
  readonly Subject: string;
  readonly Created: string;
  readonly Username: string;
  readonly Tags: readonly string[];
  readonly Size: number;
  readonly Attachments: number;
  readonly Snippet: string;
}

export interface StoredMail {
  readonly message: MailMessage;
  readonly raw: Buffer;
  readonly receivedAt: string;
  readonly read: boolean;
}

const SNIPPET_LENGTH = 250;

export function summaryOf({ message, receivedAt, read }: StoredMail): MailSummary {
  const text = message.Text === '' ? message.HTML.replaceAll(/<[^>]*>/g, ' ') : message.Text;
  return {
    ID: message.ID,
    MessageID: message.MessageID,
    Read: read,
    From: message.From,
    To: message.To,
    Cc: message.Cc,
    Bcc: message.Bcc,
    ReplyTo: message.ReplyTo,
    Subject: message.Subject,
    Created: receivedAt,
    Username: message.Username,
    Tags: message.Tags,
    Size: message.Size,
    Attachments: message.Attachments.length,
    Snippet: Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, SNIPPET_LENGTH).join(''),
  };
}
