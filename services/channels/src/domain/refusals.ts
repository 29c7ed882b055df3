import { refuse } from '@lodging/kernel';

export function connectionNotFound() {
  return refuse('connection_not_found', 'There is no such channel connection.');
}

export function resourceNotFound() {
  return refuse('resource_not_found', 'There is no such resource.');
}

export function feedTokenNotFound() {
  return refuse('feed_token_not_found', 'The resource has no such feed token.');
}
