import type { PageTexts } from './page-texts.ts';

export const tr: PageTexts = {
  page: {
    languages: 'Dil',
    code: 'Ödeme kodu',
    back: '{partner} sitesine dön',
    copyFailed: 'Kopyalanamadı. Metin seçildi, elle kopyalayabilirsiniz.',
    connectionLost: 'Bağlantı yok, yeniden deneniyor. Gördükleriniz güncel olmayabilir.',
    retry: 'Yeniden dene',
    problem: 'Hata',
    sending: 'Gönderiliyor…',
    kept: 'Bağlantı yok. Hiçbir şey kaybolmadı: internete bağlanınca gönderilecek. Lütfen bu sayfayı açık tutun.',
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
    print: 'Yazdır veya PDF olarak kaydet',
    until:
      'Bu bilgiler {time} saatine kadar geçerlidir (Türkiye saati). Sonrasında bu bilgilerle para göndermeyin.',
    phone: 'Telefonunuzda devam etmek için kamerayla okutun.',
    phoneCode: 'Bu sayfayı telefonunuzda açan karekod',
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
    beforeSent: {
      title: 'Hesap değişti, eski IBAN’a göndermeyin',
      body: 'Banka eski hesabı kapattı; yeni IBAN {end} ile bitiyor. Başka bir IBAN’a gönderdiyseniz sitenin destek ekibine yazın.',
    },
    afterSent: {
      title: 'Bu ödemenin hesabı değişti',
      body: 'Banka eski hesabı kapattı; geçerli IBAN {end} ile bitiyor. Başka bir IBAN’a gönderdiyseniz sitenin destek ekibine yazın ve ödeme kodunu verin.',
    },
    frozen: {
      title: 'Bu ödemenin hesabı kapandı',
      body: 'Banka hesabı kullanıma kapattı; başka para göndermeyin. Transferi gönderdiyseniz ve ödemeniz gecikirse sitenin destek ekibine yazın ve ödeme kodunu verin.',
    },
  },
  confirm: {
    title: 'Transferi gönderdiniz mi?',
    body: 'Bankanızdan bu tutarı, açıklamasına bu kodu yazarak gönderdiyseniz onaylayın.',
    yes: 'Evet, gönderdim',
    yesWithDetails: 'Evet, dekont da ekleyeceğim',
    no: 'Henüz göndermedim',
  },
  help: {
    title: 'Bir sorun mu var?',
    noDescription: {
      title: 'Açıklama yazamadım (ATM, şube)',
      body: 'Yine de “Transferi gönderdim” düğmesine basın ve dekontunuzu ekleyin. Transferinizi adınızdan ve tutardan bulmaya çalışırız; bu daha uzun sürer.',
    },
    otherAmount: {
      title: 'Farklı bir tutar gönderdim',
      body: '“Transferi gönderdim” düğmesine basın. Ekibimiz gelen tutarı görüp ödemenizi sonuçlandırır. Eksik kalan için siteden yeni bir ödeme başlatın.',
    },
    otherAccount: {
      title: 'Başkasının hesabından gönderdim',
      body: 'Transfer, kendi adınıza açılmış bir hesaptan gelmelidir. Başka bir hesaptan gönderdiyseniz sitenin destek ekibine yazın.',
    },
  },
  checking: {
    title: 'Transferiniz kontrol ediliyor',
    body: 'Bildiriminizi aldık. Para hesabımıza ulaşınca ödemeniz onaylanır. Bu sayfa kendiliğinden yenilenir; isterseniz kapatabilirsiniz.',
    keep: 'Sitenin destek ekibine yazarsanız bu kodu verin.',
  },
  details: {
    title: 'Gönderen bilgileri ve dekont',
    body: 'Bildiriminizi aldık. Aşağıdakiler isteğe bağlıdır; transferinizi daha çabuk bulmamıza yardımcı olur.',
    add: 'Gönderen bilgisi veya dekont ekle',
    labels: {
      senderName: 'Gönderen hesabın sahibi',
      ibanLastFour: 'Gönderen IBAN’ın son dört hanesi',
      sentAt: 'Gönderdiğiniz gün ve saat (Türkiye saati)',
    },
    save: 'Bilgileri gönder',
    receiptLabel: 'Dekont',
    receiptHelp:
      'En kolayı bankanızın PDF’si ya da ekran görüntüsüdür: PDF, PNG, JPEG veya WebP, en çok 2 MB. Yalnızca ödemenizi inceleyen ekip görür.',
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
      ibanLastFour: 'IBAN’ın son dört rakamını yazın, örneğin 4832.',
      sentAt: 'Günü ve saati kontrol edin. Gelecekte ya da bu ödemeden bir günden daha önce olamaz.',
      nothing: 'En az bir alanı doldurun ya da bir dekont seçin.',
      tooLarge: 'Dosya 2 MB’tan büyük. Dekontun PDF’sini ya da ekran görüntüsünü yükleyin.',
      wrongType:
        'Bu dosya PDF, PNG, JPEG veya WebP değil. Dekontun PDF’sini ya da ekran görüntüsünü yükleyin.',
      applePhoto:
        'iPhone’un fotoğraf biçimi (HEIC) açılamıyor. Dekontun PDF’sini ya da ekran görüntüsünü yükleyin.',
      tooMany: 'Bu ödeme için üç dosya yüklediniz; daha fazlası yüklenemez.',
    },
    preparing: 'Fotoğraf küçültülüyor…',
    received: 'Dekontunuz bize ulaştı.',
  },
  approved: {
    title: 'Ödemeniz onaylandı',
    body: 'Transferinizi aldık ve siteye bildirdik.',
    asked: 'İstenen tutar',
    received: 'Gelen tutar',
  },
  paused: {
    title: 'Şu anda para göndermeyin',
    body: 'Bu ödemenin banka hesabı kullanıma kapandı. Yeni bir hesap açılınca bu sayfada görünür; dilerseniz siteye dönüp yeni bir ödeme başlatın.',
    sent: 'Transferi daha önce gönderdim',
  },
  late: {
    title: 'Ödemeniz sonradan onaylandı',
    body: 'Paranız bu ödeme kapandıktan sonra ulaştı. Onayladık ve siteye bildirdik.',
  },
  reversed: {
    title: 'Ödeme geri alındı',
    body: 'Bu ödeme onaylandıktan sonra geri alındı: para hesabımızda kalmadı.',
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
    player_request: 'Ödeme, isteğiniz üzerine kapatıldı.',
    partner_cancelled: 'Site bu ödemeyi iptal etti. Lütfen bu bilgilerle para göndermeyin.',
    expired: 'Bu ödeme için ayrılan süre doldu.',
    account_closed: 'Bu ödemenin banka hesabı artık kullanılmıyor. Lütfen o hesaba para göndermeyin.',
    payout_failed: 'Banka, transferi gerçekleştiremedi.',
    payout_returned: 'Banka, transferi geri gönderdi.',
    other: 'Bu ödemeyi tamamlayamadık.',
  },
  notices: {
    missing: { title: 'Sayfa bulunamadı', body: 'Bu adreste bir ödeme yok. Siteye dönüp yeniden deneyin.' },
    tooMany: { title: 'Çok fazla deneme', body: 'Lütfen biraz bekleyip yeniden deneyin.' },
    unavailable: {
      title: 'Lütfen birazdan yeniden deneyin',
      body: 'Ödemenizin durumunu şu anda gösteremiyoruz. Ödemeniz bundan etkilenmez.',
    },
    notSaved: {
      title: 'Kaydedemedik, lütfen yeniden deneyin',
      body: 'Gönderdiğiniz bilgi şu anda kaydedilemedi. Birkaç saniye sonra yeniden deneyin; birden çok basmanızın zararı olmaz.',
    },
  },
};
