import type { FastifyReply } from 'fastify';

/** Answers a read. */
export function sendBody(reply: FastifyReply, body: unknown): void {
  sendJson(reply, JSON.stringify(body));
}

/** Answers a read with text that is already JSON. */
export function sendJson(reply: FastifyReply, text: string | Buffer): void {
  reply.code(200).type('application/json; charset=utf-8').send(text);
}
