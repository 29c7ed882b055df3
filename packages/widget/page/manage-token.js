/** Before anything else of the page loads: the token leaves the address, and with it the history of the browser. */
(function () {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  sessionStorage.setItem('lodging-manage-token', token);
})();
