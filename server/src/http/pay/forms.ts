import type { FastifyRequest } from 'fastify';
import type { DetailName, TypedDetails } from '../../usecases/deposits/checked-sender-details.ts';
import { readParts } from './multipart.ts';
import type { FormPart } from './multipart.ts';

const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** The form for details has three texts and a file. */
const MAX_PARTS = 4;
/**
 * Twice what a name of 128 letters takes in UTF-8, whatever the letters. Reading two megabytes of text, checking them and showing them
 * again kept all other requests waiting for seconds.
 */
const TEXT_MAX_BYTES = 1024;
/** Three such texts, with every byte percent-encoded, and their names. */
const TEXTS_MAX_BYTES = 16 * 1024;

/** The content of a form. A field that was not sent is an empty text, and so is one that is too long to be read. */
export interface SentForm {
  text(name: string): string;
  isTooLong(name: string): boolean;
  /** undefined: no file was chosen, or the body is not a form. */
  file(name: string): Buffer | undefined;
}

const NO_FORM: SentForm = { text: () => '', isTooLong: () => false, file: () => undefined };

/** A form with texts only. */
export function textForm({ body, headers }: FastifyRequest): SentForm {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  if (!isForm || !Buffer.isBuffer(body) || body.length > TEXTS_MAX_BYTES) return NO_FORM;
  const fields = new URLSearchParams(body.toString('utf8'));
  const isTooLong = (name: string): boolean => Buffer.byteLength(fields.get(name) ?? '') > TEXT_MAX_BYTES;
  return { ...NO_FORM, isTooLong, text: (name) => (isTooLong(name) ? '' : (fields.get(name) ?? '')) };
}

/** A form that may contain a file. We ignore the file's name and type, because neither can be trusted. */
export function fileForm(request: FastifyRequest): SentForm {
  const { body, headers } = request;
  const [, quoted, plain] = MULTIPART.exec(headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return textForm(request);
  const parts = Buffer.isBuffer(body) ? readParts(body, boundary, MAX_PARTS) : undefined;
  return parts === undefined ? NO_FORM : partsForm(parts);
}

const DETAIL_NAMES: readonly DetailName[] = ['senderName', 'ibanLastFour', 'sentAt'];

/** What the player typed about the transfer. */
export function typedDetails(form: SentForm): TypedDetails {
  return {
    senderName: form.text('senderName'),
    ibanLastFour: form.text('ibanLastFour'),
    sentAt: form.text('sentAt'),
  };
}

export function tooLongDetails(form: SentForm): DetailName[] {
  return DETAIL_NAMES.filter((name) => form.isTooLong(name));
}

export function isBlank(typed: TypedDetails): boolean {
  return Object.values(typed).every((text: string) => text.trim() === '');
}

function partsForm(parts: readonly FormPart[]): SentForm {
  const named = (name: string): FormPart | undefined => parts.find((part) => part.name === name);
  const textOf = (name: string): Buffer | undefined => {
    const part = named(name);
    return part?.fileName === undefined ? part?.content : undefined;
  };
  const isTooLong = (name: string): boolean => (textOf(name)?.length ?? 0) > TEXT_MAX_BYTES;
  return {
    isTooLong,
    text: (name) => (isTooLong(name) ? '' : (textOf(name)?.toString('utf8') ?? '')),
    file(name) {
      const part = named(name);
      // Browsers send an empty file when none was chosen.
      const isChosen = part?.fileName !== undefined && (part.content.length > 0 || part.fileName !== '');
      return isChosen ? part.content : undefined;
    },
  };
}
