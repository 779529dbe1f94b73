import type { z } from 'zod';

/** The part of OpenAPI 3.1 that our document uses. */

export type Schema = z.core.JSONSchema.JSONSchema;

export type Reference = { readonly $ref: string };

export type Example = { readonly summary?: string; readonly value: unknown };

export type Content = {
  readonly 'application/json': {
    readonly schema: Schema | Reference;
    readonly examples: Readonly<Record<string, Example>>;
  };
};

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
};

export type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: Content;
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description: string;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, Response>>;
};

/** What we send to a partner, and what the partner answers. */
export type WebhookOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty: a webhook is not signed like a request to us. */
  readonly security: readonly [];
  readonly parameters: readonly (Omit<Parameter, 'in'> & { readonly in: 'header' })[];
  readonly requestBody: NonNullable<Operation['requestBody']>;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};

export type PathItem = { readonly get?: Operation; readonly post?: Operation };

export type SecurityScheme = {
  readonly type: 'apiKey';
  readonly in: 'header';
  readonly name: string;
  readonly description: string;
};

export type OpenApiDocument = {
  readonly openapi: '3.1.1';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  };
};
