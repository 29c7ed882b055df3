import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleApiCall, errorAnswer, send } from './handle-api-call.ts';
import type { Api } from './handle-api-call.ts';
import { apiRoutes } from './api-routes.ts';
import { newId } from './ids.ts';
import { ApiError } from './protocol/api-error.ts';
import { acceptForms } from './protocol/accept-forms.ts';
import { authenticate } from './protocol/authenticate.ts';

export function serveApi(app: FastifyInstance, api: Api): void {
  acceptForms(app);
  for (const [method, url, operation] of apiRoutes) {
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await handleApiCall(api, operation, request)),
    });
  }
  app.setErrorHandler(async (error: FastifyError, _request, reply) => sendError(reply, refusalOf(error)));
  app.all('/v1/*', async (request, reply) => sendError(reply, unrecognised(api, request)));
}

function unrecognised(api: Api, request: FastifyRequest): unknown {
  try {
    authenticate(request.headers, api.secretKeys);
  } catch (error) {
    return error;
  }
  const path = request.url.split('?', 1)[0];
  const message = `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
  return new ApiError(404, { type: 'invalid_request_error', message });
}

function refusalOf(error: FastifyError): unknown {
  if (error.statusCode === undefined || error.statusCode >= 500) return error;
  const message =
    error.statusCode === 415
      ? 'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.'
      : error.message;
  return new ApiError(400, { type: 'invalid_request_error', message });
}

async function sendError(reply: FastifyReply, error: unknown): Promise<void> {
  const requestId = newId('req');
  await send(reply, { ...errorAnswer(error, requestId), headers: { 'request-id': requestId } });
}
