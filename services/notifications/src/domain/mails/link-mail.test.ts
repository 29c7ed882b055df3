import { describe, expect, it } from 'vitest';
import { writeLinkMail } from './link-mail.ts';
import { linkOf } from './manage-link.ts';
import { MAIL_LANGUAGES } from './mail-kind.ts';
import { NO_MAIL_SETTINGS } from './mail-settings.ts';

const stay = {
  reference: 'A7P7K3Q9',
  room: 'Room 101',
  startsAt: Temporal.Instant.from('2027-06-10T13:00:00Z'),
  endsAt: Temporal.Instant.from('2027-06-12T08:00:00Z'),
  timeZone: 'Europe/Vienna',
};
const settings = {
  ...NO_MAIL_SETTINGS,
  propertyName: 'Hotel <Seeblick>',
  languages: MAIL_LANGUAGES,
  manageUrl: 'https://seeblick.example/manage?lang=de',
};
const url = 'https://seeblick.example/manage?lang=de&token=abc';

describe('the mail with a link', () => {
  it('adds the token to the address, whatever query that has', () => {
    expect(linkOf(settings, 'abc')).toBe(url);
    expect(linkOf({ manageUrl: null }, 'abc')).toBeUndefined();
  });

  it.each([
    ['en-GB', 'Your booking at', 'Thursday, 10 June 2027'],
    ['de-AT', 'Ihre Buchung bei', 'Donnerstag, 10. Juni 2027'],
    ['fr', 'Votre réservation', 'jeudi 10 juin 2027'],
    ['es', 'Su reserva en', 'jueves, 10 de junio de 2027'],
    ['ja', 'Your booking at', 'Thursday, 10 June 2027'],
  ])('is in the language of the guest: %s', (guestLanguage, subject, date) => {
    const mail = writeLinkMail(settings, stay, { url, guestLanguage, livemode: true });
    expect(mail.subject).toContain(subject);
    for (const part of [date, 'A7P7K3Q9', 'Room 101']) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
    expect(mail.text).toContain(url);
  });

  it('escapes values in HTML, and holds no line break in its subject', () => {
    const property = { ...settings, propertyName: 'Hotel <b>\r\nBcc: other@example.com' };
    const mail = writeLinkMail(property, stay, { url, guestLanguage: null, livemode: true });
    expect(mail.subject).toBe('Your booking at Hotel <b> Bcc: other@example.com');
    expect(mail.html).toContain('Hotel &lt;b&gt;');
    expect(mail.html).toContain('lang=de&amp;token=abc');
  });

  it('keeps its words in order beside a name that is written from right to left', () => {
    const hebrew = { ...stay, room: 'חדר 12' };
    const { html } = writeLinkMail(settings, hebrew, { url, guestLanguage: null, livemode: true });
    expect(html).toContain('<bdi>חדר 12</bdi>');
    expect(html).toContain('<p dir="auto">');
  });

  it('names the sandbox', () => {
    const mail = writeLinkMail(settings, stay, { url, guestLanguage: null, livemode: false });
    expect(mail.subject).toMatch(/^\[Test\] /);
  });
});
