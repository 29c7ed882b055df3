import { expect, it } from 'vitest';
import { fromNameOf, NO_MAIL_SETTINGS } from './mail-settings.ts';

it.each([
  [{ fromName: 'Seeblick', propertyName: 'Hotel Seeblick' }, 'Seeblick'],
  [{ propertyName: 'Hotel Seeblick' }, 'Hotel Seeblick'],
  [{}, ''],
  [{ fromName: '=?utf-8?Q?Bank?=', propertyName: 'Hotel' }, '= ?utf-8?Q?Bank?='],
  [{ propertyName: 'Hotel \u202eknaB\r\nBcc: x@example.com' }, 'Hotel knaB Bcc: x@example.com'],
])('the sender of %o is named in one plain line', (settings, name) => {
  expect(fromNameOf({ ...NO_MAIL_SETTINGS, ...settings })).toBe(name);
});
