/** The only file that reads the environment. */
export interface Config {
  port: number;
  /** The public address in front of our paths. */
  publicUrl: string | undefined;
  databaseFile: string;
  vezne: { baseUrl: string; apiKey: string; apiSecret: string; hashSecret: string };
  /** Where the payment page is, if it is not on the host of the API. */
  payOrigin: string;
  /** One secret; during a rotation, both. */
  webhookSecrets: string[];
  resendMs: number;
}

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const required = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set; README.md lists what is.`);
    return value;
  };
  const baseUrl = required('VEZNE_URL');
  return {
    port: Number(env['SHOP_PORT'] ?? 4003),
    publicUrl: env['SHOP_URL']?.replace(/\/$/, ''),
    databaseFile: env['SHOP_DATABASE'] ?? 'shop.sqlite',
    vezne: {
      baseUrl,
      apiKey: required('VEZNE_API_KEY'),
      apiSecret: required('VEZNE_API_SECRET'),
      hashSecret: required('VEZNE_HASH_SECRET'),
    },
    payOrigin: new URL(env['VEZNE_PAY_ORIGIN'] ?? baseUrl).origin,
    webhookSecrets: required('VEZNE_WEBHOOK_SECRET').split(' '),
    resendMs: Number(env['SHOP_RESEND_MS'] ?? 5_000),
  };
}
