const crlf = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
const calendar = (producer: string, ...lines: string[]): string =>
  crlf('BEGIN:VCALENDAR', `PRODID:${producer}`, 'VERSION:2.0', ...lines, 'END:VCALENDAR');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

/** The name of a guest in place of `CLOSED - Not available`, which is sent now. */
export const olderBookingCom = calendar(
  '-//admin.booking.com\\, b.v.//NONSGML v1.0//EN',
  'METHOD:PUBLISH',
  ...event(
    'DTSTART;VALUE=DATE:20261210',
    'DTEND;VALUE=DATE:20261213',
    'UID:0123456789abcdef0123456789abcdef@booking.com',
    'SUMMARY:CLOSED - Ada Example',
  ),
);

/** A request that the owner has not answered. */
export const tentativeVrbo = calendar(
  '-//HomeAway.com, Inc.//EN',
  ...event(
    'UID:6a4f0b9e-0f6e-4a7e-8a66-0d6a3a1d9a02',
    'DTSTAMP:20261101T000000Z',
    'DTSTART;VALUE=DATE:20261220',
    'DTEND;VALUE=DATE:20261227',
    'SUMMARY:Provisoire - Prénom',
    'STATUS:TENTATIVE',
  ),
);

/** Free/busy only: all events have one UID and differ by RECURRENCE-ID. */
export const googleFreeBusy = calendar(
  '-//Google Inc//Google Calendar 70.9054//EN',
  'X-WR-CALNAME:owner@example.com',
  ...[
    ['20261204', '20261206'],
    ['20261211', '20261213'],
    ['20261218', '20261220'],
  ].flatMap(([from, to]) =>
    event(
      `DTSTART:${from}T150000Z`,
      `DTEND:${to}T100000Z`,
      'UID:busy@google.com',
      `RECURRENCE-ID:${from}T150000Z`,
      'SUMMARY:Busy',
    ),
  ),
);

/** Windows zone names, a custom zone without a definition, whole days by Microsoft's own property, an alarm. */
export const outlook = calendar(
  '-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN',
  'METHOD:PUBLISH',
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  ...event(
    'UID:040000008200E00074C5B7101A82E00800000000',
    'DTSTAMP:20261101T000000Z',
    'DTSTART;TZID="W. Europe Standard Time":20261204T160000',
    'DTEND;TZID="W. Europe Standard Time":20261206T100000',
    'SUMMARY:Owner',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'ACTION:DISPLAY',
    'DESCRIPTION:Reminder',
    'END:VALARM',
  ),
  ...event(
    'UID:040000008200E00074C5B7101A82E00800000001',
    'DTSTART;TZID=Customized Time Zone:20261211T000000',
    'DTEND;TZID=Customized Time Zone:20261213T000000',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
  ),
);

/** UTC times: check-in in the afternoon, check-out in the morning. */
export const hostaway = calendar(
  '-//Hostaway//EN',
  ...event(
    'UID:12345678-9@hostaway.com',
    'DTSTAMP:20261101T000000Z',
    'DTSTART:20261204T150000Z',
    'DTEND:20261207T100000Z',
    'SUMMARY:Ada Example',
  ),
);

/** Equal events but for UID and dates. */
export const guesty = calendar(
  '-//Guesty//EN',
  ...['20261204', '20261206', '20261208'].flatMap((day, index) =>
    event(
      `UID:${index}aaaaaaaaaaaaaaaaaaaaaaa`,
      `DTSTART;VALUE=DATE:${day}`,
      'DURATION:P2D',
      'SUMMARY:Reserved',
      'DESCRIPTION:',
    ),
  ),
);

/** No UIDs, and bare dates. */
export const agoda = calendar(
  '-//Agoda//EN',
  ...event('DTSTART:20261204', 'DTEND:20261207', 'SUMMARY:Not available'),
  ...event('DTSTART:20261210', 'DTEND:20261211', 'SUMMARY:Not available'),
);

/** A byte order mark, and blank lines between components. */
export const tripadvisor = `\uFEFF${calendar(
  '-//TripAdvisor//EN',
  '',
  ...event('UID:trip-1@tripadvisor.com', 'DTSTART;VALUE=DATE:20261204', 'DTEND;VALUE=DATE:20261207'),
  '',
  ...event('UID:trip-2@tripadvisor.com', 'DTSTART;VALUE=DATE:20261207', 'DTEND;VALUE=DATE:20261208'),
)}`;

/** A cancelled booking stays in the feed. */
export const expedia = calendar(
  '-//Expedia//EN',
  ...event(
    'UID:1@expedia.com',
    'DTSTART;VALUE=DATE:20261204',
    'DTEND;VALUE=DATE:20261207',
    'STATUS:CANCELLED',
  ),
  ...event(
    'UID:2@expedia.com',
    'DTSTART;VALUE=DATE:20261207',
    'DTEND;VALUE=DATE:20261209',
    'STATUS:CONFIRMED',
  ),
);

/** Whole days as times at midnight in the property's zone. */
export const lodgify = calendar(
  '-//Lodgify//EN',
  'X-WR-TIMEZONE:Europe/Berlin',
  ...event(
    'UID:b1@lodgify.com',
    'DTSTART;TZID=Europe/Berlin:20261204T000000',
    'DTEND;TZID=Europe/Berlin:20261207T000000',
    'SUMMARY:Booked',
  ),
  ...event('UID:b2@lodgify.com', 'DTSTART:20261210T000000', 'DTEND:20261212T000000', 'SUMMARY:Closed'),
);
