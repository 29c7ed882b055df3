const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A calendar as a sales channel publishes it, with one stay: from the date of the path until the other, which is the day of
 * departure. Undefined where they are no dates in this order.
 */
export function drawCalendar(from: string, to: string): string | undefined {
  if (!isDate(from) || !isDate(to) || from >= to) return undefined;
  const [start, end] = [from.replaceAll('-', ''), to.replaceAll('-', '')];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Emulated channel//EN',
    'BEGIN:VEVENT',
    `UID:${start}-${end}@channel.example`,
    `DTSTAMP:${start}T000000Z`,
    `DTSTART;VALUE=DATE:${start}`,
    `DTEND;VALUE=DATE:${end}`,
    'SUMMARY:Reserved',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return year !== '' && date.toISOString().startsWith(text);
}
