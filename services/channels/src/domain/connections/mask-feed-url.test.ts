import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskFeedUrl } from './mask-feed-url.ts';

describe('a masked feed URL', () => {
  it.each([
    [
      'https://www.airbnb.com/calendar/ical/12345678.ics?s=0a1b2c3d&locale=de',
      'https://www.airbnb.com/calendar/ical/***.ics?s=***&locale=***',
    ],
    [
      'https://calendar.google.com/calendar/ical/me%40example.com/private-abc123/basic.ics',
      'https://calendar.google.com/calendar/ical/***/***/basic.ics',
    ],
    ['https://ical.booking.com/v1/export?t=aaaa-bbbb', 'https://ical.booking.com/v1/export?t=***'],
    ['http://www.vrbo.com/icalendar/0f0f.ics?nonTentative', 'http://www.vrbo.com/icalendar/***.ics?***'],
    ['https://ada:secret@host.example:8443/x#secret', 'https://***@host.example:8443/***'],
    ['http://localhost:4000/feed.ics', 'http://localhost:4000/feed.ics'],
    ['not an address: secret', '***'],
  ])('%s', (address, shown) => {
    expect(maskFeedUrl(address)).toBe(shown);
  });

  it('has only public words of path and query, and is a valid URI', () => {
    const word = fc.stringMatching(/^[a-z0-9]{17,40}$/);
    fc.assert(
      fc.property(word, word, word, (path, name, value) => {
        const shown = maskFeedUrl(`https://host.example/ical/${path}/${name}.ics?${name}=${value}&${value}`);
        expect(URL.canParse(shown)).toBe(true);
        for (const secret of [path, name, value]) expect(shown).not.toContain(secret);
      }),
    );
  });
});
