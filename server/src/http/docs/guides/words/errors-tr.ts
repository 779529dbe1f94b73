import type { Words } from './words.ts';

/** The catalogue of errors in Turkish, written for a developer who reads about one of them. */
export const ERRORS_TR: Words['errors'] = {
  invalid_json: {
    cause:
      'Gövde boş, UTF-8 değil, bayt sırası işaretiyle (BOM) başlıyor, JSON değil ya da fazla iç içe geçmiş.',
    remedy: 'UTF-8 kodlamasıyla, bayt sırası işareti olmadan tek bir JSON nesnesi gönderin.',
  },
  duplicate_key: {
    cause:
      'Gövdedeki bir nesnede aynı anahtar iki kez var. JSON okuyucuları hangisini alacağı konusunda ayrışır; böyle bir gövdenin kesin bir anlamı yoktur.',
    remedy: 'Her anahtarı bir kez gönderin.',
  },
  invalid_request: {
    cause: 'Bir ya da daha fazla alan kurala uymuyor. `fields` her birini ve sorununu söyler.',
    remedy: 'Adı geçen alanları düzeltip isteği yeniden gönderin.',
  },
  amount_out_of_range: {
    cause: 'Tutar `minCents` değerinin altında ya da `maxCents` değerinin üstünde. İki sınır da dâhildir.',
    remedy: 'Oyuncudan aralık içinde bir tutar isteyin. GET /v1/limits bu aralığı önceden verir.',
  },
  commission_exceeds_amount: {
    cause: 'Bu yön için anlaşılan koşullarda komisyon tutara eşit ya da ondan büyük.',
    remedy: 'Daha büyük bir tutar isteyin.',
  },
  player_limit_reached: {
    cause:
      'Bu işlemle oyuncu, hesabınızın bir oyuncuya bir günde tanıdığı adedi ya da toplamı aşardı. Hiçbir şey oluşturulmadı. Gün, İstanbul saatine göredir; reddedilen işlemler sayılmaz.',
    remedy:
      'Oyuncuya yarın gelmesini ya da daha küçük bir tutar seçmesini söyleyin. Aynı gün yeniden göndermeyin.',
  },
  query_not_allowed: {
    cause: 'Adreste soru işareti var; bu uç sorgu parametresi almaz.',
    remedy: 'Adresi sorgu dizesi olmadan gönderin. POST değerleri gövdeye yazılır.',
  },
  body_not_allowed: {
    cause: 'Bir GET isteği gövdeyle gönderildi.',
    remedy: 'İsteği gövdesiz gönderin ve boş gövdeyi imzalayın.',
  },
  authentication_headers_invalid: {
    cause:
      'X-Api-Key, X-Timestamp ve X-Signature başlıklarının her biri tam bir kez ve doğru biçimde olmalıdır. API anahtarının yerinde bir gizli anahtar varsa, başlangıcından tanınır ve istek yine reddedilir.',
    remedy:
      'Zamanı tam saniye olarak Unix zamanıyla, imzayı 64 küçük harfli onaltılık basamak olarak gönderin. Gizli anahtar hiçbir zaman gönderilmez: gönderilmiş bir gizli anahtarı yeniletin.',
  },
  timestamp_out_of_range: {
    cause: 'X-Timestamp, `serverTime` değerinden 300 saniyeden fazla uzak (ileri ya da geri).',
    remedy: 'Gönderen makinenin saatini ayarlayın ve her denemeyi o denemenin zamanıyla imzalayın.',
  },
  signature_invalid: {
    cause: 'API anahtarı bilinmiyor ya da imza başka baytlardan veya başka gizli anahtarlarla üretilmiş.',
    remedy:
      'Zamanı, metodu, sorgusuyla birlikte yolu, gövdeyi ve hash gizli anahtarını tam gönderildikleri hâlleriyle noktalarla birleştirin. İmzalarınızı yayımlanan test vektörleriyle karşılaştırın. Geliştirme ortamındaki bir hizmet, sık yapılan hatalardan hangisi olduğunu `error` alanında söyler; canlı ortamda yanıt hep aynıdır.',
  },
  partner_disabled: {
    cause: 'Hizmetin bir yöneticisi hesabı kapatmış.',
    remedy: 'Hizmetle iletişime geçin.',
  },
  address_not_allowed: {
    cause: 'Hesap yalnızca listedeki IP adreslerinden istek kabul ediyor; bu adres listede değil.',
    remedy: 'Listedeki bir adresten gönderin ya da bu adresi ekletin.',
  },
  player_blocked: {
    cause: 'Hizmet bu `customer.id` için yeni yatırım ve çekim almıyor. Hiçbir şey oluşturulmadı.',
    remedy: 'Hizmetle iletişime geçin. Yeniden göndermeyin.',
  },
  not_found: {
    cause: 'Yol ya da kayıt yok; ya da kayıt sizin değil.',
    remedy: 'Metodu, yolu ve kimliği kontrol edin.',
  },
  external_reference_conflict: {
    cause: 'Bu referansla başka tutarlı, para birimli, müşterili ya da IBAN’lı bir işlem var.',
    remedy: '`transactionId` ile verilen işlemi okuyun. Yeni bir işlem için yeni bir referans kullanın.',
  },
  not_cancellable: {
    cause: 'Biri işlemi ele almış ya da karara bağlamış. `status` şimdiki durumudur.',
    remedy: 'Ne olduğunu görmek için işlemi okuyun.',
  },
  body_too_large: {
    cause: 'Gövde 16 KiB’den büyük.',
    remedy: 'Yalnızca isteğin alanlarını gönderin.',
  },
  unsupported_media_type: {
    cause: 'Gövde application/json dışında bir içerik türüyle ya da sıkıştırılmış gönderildi.',
    remedy: 'Content-Type: application/json başlığını bir kez, gövdeyi olduğu gibi gönderin.',
  },
  rate_limited: {
    cause: 'Kısa sürede hesabın ya da adresin gönderebileceğinden fazla istek geldi.',
    remedy: 'Retry-After başlığı kadar bekleyip aynı isteği yeniden gönderin.',
  },
  internal_error: {
    cause: 'Hizmetin beklemediği bir hata oluştu; `requestId` ile kaydedildi.',
    remedy:
      'Aynı isteği aynı externalReference ile yeniden gönderin. Sürerse hizmete `requestId` değerini bildirin.',
  },
  deposits_paused: {
    cause: 'Yatırımlar bu hesap için ya da bütün hizmette durdurulmuş. Hiçbir şey oluşturulmadı.',
    remedy: 'Daha sonra yeniden deneyin.',
  },
  withdrawals_paused: {
    cause: 'Çekimler bu hesap için ya da bütün hizmette durdurulmuş. Hiçbir şey oluşturulmadı.',
    remedy: 'Daha sonra yeniden deneyin.',
  },
  no_deposit_account: {
    cause: 'Oyuncuya gösterilebilecek her banka hesabı dolu ya da kapalı. Hiçbir şey oluşturulmadı.',
    remedy: 'Daha sonra yeniden deneyin.',
  },
  overloaded: {
    cause: 'Zamanında yanıtlanabilecek olandan fazla istek bekliyor. Hiçbir şey oluşturulmadı.',
    remedy: 'Retry-After başlığı kadar bekleyip aynı isteği yeniden gönderin.',
  },
  unavailable: {
    cause: 'Hizmetin bağlı olduğu bir parça yanıt vermiyor. Hiçbir şey oluşturulmadı.',
    remedy: 'Aynı isteği birkaç saniye sonra yeniden gönderin.',
  },
};
