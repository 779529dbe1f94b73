import { getReceipt } from '@vezne/contract/console/deposits';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { rawConsoleRoute } from '../route.ts';

/** Whatever a stranger has put into the file, a browser that opens it runs nothing of it and shows it inside no page. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What the file is called when somebody keeps it. */
const ENDINGS: Readonly<Record<ReceiptType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** A player's receipt. A page of ours that shows it reads the bytes, and draws them where no script can harm. */
export function receiptRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { desk } = dependencies;
  rawConsoleRoute(app, dependencies, getReceipt, async ({ session, id, request, reply }) => {
    const receiptNo = numberIn(request);
    const { mediaType, content } = await desk.readReceipt(personOf(session), {
      transactionId: id,
      receiptNo,
    });
    return await reply
      .headers({
        'content-security-policy': FILE_POLICY,
        'content-disposition': `attachment; filename="receipt-${receiptNo}.${ENDINGS[mediaType]}"`,
      })
      .type(mediaType)
      .send(content);
  });
}

function numberIn({ params }: FastifyRequest): number {
  const { no = '' } = params as { no?: string };
  if (!/^[1-9][0-9]{0,3}$/.test(no)) throw new ConsoleError('not_found');
  return Number(no);
}
