import { describe, expect, it } from 'vitest';
import { writeCodeMail } from './code-mail.ts';
import type { CodeToWrite } from './code-mail.ts';
import { MAIL_LANGUAGES } from './mail-language.ts';

const stay = {
  resourceName: 'Room 101',
  from: Temporal.PlainDate.from('2027-06-10'),
  to: Temporal.PlainDate.from('2027-06-12'),
};
const write = (changes: Partial<CodeToWrite> = {}) =>
  writeCodeMail({
    code: '042137',
    minutes: 10,
    language: 'en',
    property: 'Hotel Alpenblick',
    stay,
    ...changes,
  });

describe('the mail with a code', () => {
  it.each([
    ['en', 'Your confirmation code: Hotel Alpenblick, Room 101, 10–12 June 2027'],
    ['de', 'Ihr Bestätigungscode: Hotel Alpenblick, Room 101, 10.–12. Juni 2027'],
    ['fr', 'Votre code de confirmation : Hotel Alpenblick, Room 101, 10–12 juin 2027'],
    ['es', 'Su código de confirmación: Hotel Alpenblick, Room 101, 10–12 de junio de 2027'],
  ] as const)('in %s has property and stay in its subject, text and page', (language, subject) => {
    const mail = write({ language });
    const place = subject.slice(subject.indexOf('Hotel'));
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(place);
    expect(mail.html).toContain(place);
    expect(mail.html).toContain(`lang="${language}"`);
    expect(mail.fromName).toBe('Hotel Alpenblick');
  });

  it.each(MAIL_LANGUAGES)('in %s has the code, and not in its subject', (language) => {
    for (const minutes of [1, 10]) {
      const { subject, text, html } = write({ language, minutes });
      expect(subject).not.toContain('042137');
      for (const part of [text, html]) {
        expect(part).toContain('042137');
        expect(part).toContain(` ${minutes} `);
      }
    }
  });

  it('says what is known alone', () => {
    expect(write({ stay: null }).subject).toBe('Your confirmation code: Hotel Alpenblick');
    expect(write({ stay: { ...stay, resourceName: null }, property: null })).toMatchObject({
      fromName: null,
      subject: 'Your confirmation code: 10–12 June 2027',
    });
    expect(write({ stay: null, property: null }).subject).toBe('Your confirmation code');
  });

  it.each([
    'Inn\r\nBcc: evil@example.com',
    'Inn\u2028Bcc: evil@example.com',
    'Inn\u0000\u202eBcc: evil@example.com',
  ])('has one line for a name with others: %j', (name) => {
    const { fromName, subject } = write({ property: name, stay: { ...stay, resourceName: name } });
    expect(fromName).toBe('Inn Bcc: evil@example.com');
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u202e]+$/u);
  });

  it('has no name that a mail program decodes into another one', () => {
    const name = '=?utf-8?Q?Inn=0D=0A=E2=80=AE?=';
    const { fromName, subject } = write({ property: name, stay: { ...stay, resourceName: name } });
    expect(fromName).toBe('= ?utf-8?Q?Inn=0D=0A=E2=80=AE?=');
    expect(subject).not.toContain('=?');
  });

  it('escapes names in its page', () => {
    expect(write({ property: '<img src=x onerror="a">&' }).html).toContain(
      '&lt;img src=x onerror=&quot;a&quot;&gt;&amp;',
    );
  });

  it('cuts a huge name', () => {
    const { fromName, subject } = write({ property: '😀'.repeat(10_000) });
    expect(Array.from(fromName ?? '')).toHaveLength(100);
    expect(subject.length).toBeLessThan(400);
  });
});
