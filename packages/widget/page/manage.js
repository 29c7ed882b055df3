/** The demo's page takes from its address what a property writes into its own page. */
const given = new URLSearchParams(location.search);
const manage = document.createElement('lodging-manage');
for (const name of ['api', 'publishable-key', 'theme']) {
  if (given.has(name)) manage.setAttribute(name, given.get(name));
}
const language = given.get('lang') ?? 'en';
document.documentElement.lang = language;
document.querySelector('main').append(manage);
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
