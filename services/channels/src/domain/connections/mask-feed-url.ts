const MASK = '***';
/** Segments that the feeds of all customers of a channel have in common. Any other segment may be a secret. */
const PUBLIC_WORDS = new Set(
  'api basic booking calendar calendars embed export exports feed feeds hosting hotel ical icalendar icals ics listing listings private property public rooms'.split(
    ' ',
  ),
);
const VERSION = /^v\d{1,2}$/;
const EXTENSION = /\.(?:ics|ical|ifb|php|html?)$/i;
/** Short and plain enough to be the name of a parameter, not a value. */
const PARAMETER = /^[A-Za-z][A-Za-z_-]{0,15}$/;

/** The feed URL without its secrets, still a valid URI. Two feeds of one channel look alike. */
export function maskFeedUrl(text: string): string {
  if (!URL.canParse(text)) return MASK;
  const url = new URL(text);
  const path = url.pathname.split('/').map(maskSegment).join('/');
  const query = url.search === '' ? '' : `?${url.search.slice(1).split('&').map(maskParameter).join('&')}`;
  const user = url.username === '' && url.password === '' ? '' : `${MASK}@`;
  return `${url.protocol}//${user}${url.host}${path}${query}`;
}

function maskSegment(segment: string): string {
  const word = segment.toLowerCase();
  if (segment === '' || PUBLIC_WORDS.has(word) || VERSION.test(word)) return segment;
  const extension = EXTENSION.exec(segment)?.[0] ?? '';
  const name = word.slice(0, word.length - extension.length);
  return PUBLIC_WORDS.has(name) ? segment : `${MASK}${extension}`;
}

function maskParameter(parameter: string): string {
  const cut = parameter.indexOf('=');
  const name = parameter.slice(0, cut);
  return cut > 0 && PARAMETER.test(name) ? `${name}=${MASK}` : MASK;
}
