import type { PageTexts } from './page-texts.ts';

export const tr: PageTexts = {
  page: {
    languages: 'Dil',
    code: 'Ödeme kodu',
    back: '{partner} sitesine dön',
    copyFailed: 'Kopyalanamadı. Metin seçildi, elle kopyalayabilirsiniz.',
  },
  pay: {
    title: 'Banka transferi',
    timeLeft: 'Kalan süre',
    codeNote: 'Açıklama alanına yalnızca bu kodu yazın',
    fast: 'FAST ile günün her saatinde anında ulaşır.',
    eft: 'Bu tutar EFT ile gider: iş günleri 08.30–17.30 arasında ulaşır.',
    steps: 'Nasıl ödenir?',
    openApp: 'Bankanızın uygulamasını açın.',
    sendAmount: 'Bu IBAN’a tam {amount} gönderin.',
    writeCode: 'Açıklamaya {code} yazın.',
    comeBack: 'Buraya dönüp aşağıdaki düğmeye basın.',
    sent: 'Transferi gönderdim',
  },
  fields: {
    amount: { label: 'Tutar', copy: 'Tutarı kopyala', copied: 'Tutar kopyalandı' },
    receiver: { label: 'Alıcı', copy: 'Alıcı adını kopyala', copied: 'Alıcı adı kopyalandı' },
    iban: { label: 'IBAN', copy: 'IBAN’ı kopyala', copied: 'IBAN kopyalandı' },
    code: {
      label: 'Açıklama',
      copy: 'Açıklama kodunu kopyala',
      copied: 'Açıklama kodu kopyalandı',
    },
  },
  moved: {
    title: 'Hesap değişti, eski IBAN’a göndermeyin',
    body: 'Sonu {end} olan hesap artık kullanılmıyor. Aşağıdaki yeni IBAN’a gönderin. Eskisine gönderdiyseniz sitenin destek ekibine yazın.',
  },
  confirm: {
    title: 'Transferi gönderdiniz mi?',
    body: 'Bankanızdan bu tutarı, açıklamasına bu kodu yazarak gönderdiyseniz onaylayın.',
    yes: 'Evet, gönderdim',
    no: 'Henüz göndermedim',
  },
  help: {
    title: 'Bir sorun mu var?',
    noDescription: {
      title: 'Açıklama yazamadım (ATM, şube)',
      body: 'Yine de “Transferi gönderdim”e basın. Transferinizi adınızdan ve tutardan bulmaya çalışırız; bu daha uzun sürer. Dekontunuzu saklayın.',
    },
    otherAmount: {
      title: 'Farklı bir tutar gönderdim',
      body: '“Transferi gönderdim”e basın. Ödemeniz gelen tutara göre sonuçlanır. Eksik kalan için siteden yeni bir ödeme başlatın.',
    },
    otherAccount: {
      title: 'Başkasının hesabından gönderdim',
      body: 'Transfer, kendi adınıza açılmış bir hesaptan gelmelidir. Başka bir hesaptan gönderdiyseniz sitenin destek ekibine yazın.',
    },
  },
  checking: {
    title: 'Transferinizi bekliyoruz',
    body: 'Para hesabımıza ulaşınca ödemeniz onaylanır. Bu sayfa kendiliğinden yenilenir; isterseniz kapatabilirsiniz.',
    keep: 'Destek ekibine yazarsanız bu kodu verin.',
  },
  details: {
    title: 'Gönderen bilgileri ve dekont',
    body: 'Zorunlu değildir; transferinizi daha çabuk bulmamıza yardımcı olur.',
    add: 'Gönderen bilgisi veya dekont ekle',
    optional: 'Gönderen bilgisi ekle (isteğe bağlı)',
    labels: {
      senderName: 'Gönderen hesabın sahibi',
      ibanLastFour: 'Gönderen IBAN’ın son dört hanesi',
      sentAt: 'Gönderdiğiniz gün ve saat (Türkiye saati)',
    },
    save: 'Bilgileri kaydet',
    receiptTitle: 'Dekont',
    receiptLabel: 'Dekont dosyası',
    receiptHelp:
      'Bankanızın dekontu: PDF, ekran görüntüsü veya fotoğraf (PNG, JPEG, WebP), en çok 2 MB. Yalnızca ödemenizi inceleyen ekip görür.',
    upload: 'Dekontu yükle',
    enough: 'Üç dosya yüklediniz; daha fazlası gerekmez.',
    back: 'Ödemenin durumuna dön',
    given: {
      sender: 'Gönderen',
      ibanLastFour: 'IBAN’ın son dört hanesi',
      sentAt: 'Gönderim zamanı',
      receipt: 'Dekont',
      files: '{count} dosya',
    },
    problems: {
      senderName: 'Adı bankadaki gibi, tek satırda ve en çok 128 harfle yazın.',
      ibanLastFour: 'Dört rakam yazın, örneğin 4832.',
      sentAt:
        'Günü ve saati kontrol edin. Transferi gönderdiğiniz an gelecekte ya da bu ödemeden eski olamaz.',
      nothing: 'Kaydetmek için en az bir alanı doldurun.',
      noFile: 'Önce bir dosya seçin.',
      tooLarge: 'Dosya 2 MB’tan büyük. Dekontun PDF’ini ya da ekran görüntüsünü yükleyin.',
      wrongType:
        'Bu dosya PDF, PNG, JPEG veya WebP değil. Dekontun PDF’ini ya da ekran görüntüsünü yükleyin.',
      tooMany: 'Bu ödeme için üç dosya yüklediniz; daha fazlası yüklenemez.',
    },
  },
  approved: {
    title: 'Ödemeniz onaylandı',
    body: 'Transferinizi aldık ve siteye bildirdik.',
    received: 'Gelen tutar',
  },
  rejected: {
    title: 'Ödeme tamamlanmadı',
    support: 'Sorularınız için sitenin destek ekibine yazın ve bu kodu verin.',
  },
  expired: {
    title: 'Ödeme süresi doldu',
    body: 'Lütfen bu bilgilerle artık para göndermeyin. Siteye dönüp yeni bir ödeme başlatın.',
    support: 'Parayı gönderdiyseniz sitenin destek ekibine yazın ve bu kodu verin.',
  },
  reasons: {
    no_money_seen: 'Bu kodla hesabımıza bir transfer ulaşmadı.',
    amount_mismatch: 'Gelen tutar, bu ödemenin tutarıyla aynı değildi.',
    third_party_sender:
      'Transfer başka bir isme açılmış bir hesaptan geldi. Ödemeler kendi hesabınızdan gelmelidir.',
    duplicate: 'Aynı ödeme için başka bir işlem daha vardı, bu nedenle bunu kapattık.',
    suspected_fraud: 'Bu ödemeyi tamamlayamadık.',
    player_request: 'Ödeme isteğiniz üzerine kapatıldı.',
    partner_cancelled: 'Site bu ödemeyi iptal etti. Lütfen bu bilgilerle para göndermeyin.',
    expired: 'Bu ödeme için ayrılan süre doldu.',
    account_closed: 'Bu ödemenin banka hesabı artık kullanılmıyor. Lütfen o hesaba para göndermeyin.',
    payout_failed: 'Banka transferi gerçekleştiremedi.',
    payout_returned: 'Banka transferi geri gönderdi.',
    other: 'Bu ödemeyi tamamlayamadık.',
  },
  notices: {
    missing: { title: 'Sayfa bulunamadı', body: 'Bu adreste bir ödeme yok. Siteye dönüp yeniden deneyin.' },
    tooMany: { title: 'Çok fazla deneme', body: 'Lütfen biraz bekleyip yeniden deneyin.' },
    unavailable: {
      title: 'Lütfen birazdan yeniden deneyin',
      body: 'Ödemenizin durumunu şu anda gösteremiyoruz. Ödemeniz bundan etkilenmez.',
    },
  },
};
