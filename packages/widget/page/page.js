/** The demo's page takes from its address what a property writes into its own page. */
const given = new URLSearchParams(location.search);
const booking = document.createElement('lodging-booking');
const ATTRIBUTES = [
  'api',
  'publishable-key',
  'resource',
  'currency',
  'theme',
  'fields',
  'terms-url',
  'privacy-url',
];
for (const name of ATTRIBUTES) {
  if (given.has(name)) booking.setAttribute(name, given.get(name));
}
// The photos of the demo are drawn by the server of this page.
booking.setAttribute('photos', '');
const language = given.get('lang') ?? 'en';
document.documentElement.lang = language;
document.documentElement.dir = given.get('dir') ?? 'ltr';
document.querySelector('main').append(booking);
if (given.has('name')) document.querySelector('#name').textContent = given.get('name');

for (const [tag, name] of [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
]) {
  const link = document.createElement('a');
  const address = new URL(location.href);
  address.searchParams.set('lang', tag);
  link.href = address.href;
  link.lang = tag;
  link.textContent = name;
  if (tag === language) link.setAttribute('aria-current', 'true');
  document.querySelector('#languages').append(link);
}
