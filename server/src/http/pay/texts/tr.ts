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
    support: '{partner} destek ekibine',
  },
  pay: {
    title: 'Banka transferi',
    timeLeft: 'Kalan süre',
    openUntil: 'Son ödeme',
    codeNote: 'Açıklama alanına yalnızca bu kodu yazın',
    fast: 'Transferiniz FAST ile 7/24 anında ulaşır.',
    eft: 'Bu tutar EFT ile iş günleri 08:30–17:30 arasında ulaşır. {bank} hesabından gönderilirse her tutar her saatte anında ulaşır.',
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
    exact:
      'Farklı bir tutar ulaşırsa ekibimiz inceler: ödemeniz ulaşan tutarla onaylanır ya da reddedilir. Reddedilen para hesabımızda ayrı tutulur.',
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
      body: 'Eski hesap artık para almıyor; yeni IBAN {end} ile bitiyor. Başka bir IBAN’a gönderdiyseniz {support} yazın.',
    },
    afterSent: {
      title: 'Alıcı hesap değişti',
      body: 'Gönderdiyseniz yeniden göndermeyin. Eski hesap artık para almıyor; geçerli IBAN {end} ile bitiyor. Eski IBAN’a gönderdiyseniz paranızı bulmamız daha uzun sürebilir; {support} ödeme koduyla yazın.',
    },
    frozen: {
      title: 'Bu hesap artık para almıyor',
      body: 'Lütfen yeni para göndermeyin. Transferiniz hesaba ulaştıysa ödemeniz yine incelenir; gecikirse {support} ödeme koduyla yazın.',
    },
  },
  confirm: {
    title: 'Transferi gönderdiniz mi?',
    body: 'Bu tutarı, açıklamaya bu kodu yazarak gönderdiyseniz onaylayın.',
    yes: 'Evet, gönderdim',
    yesWithDetails: 'Evet, dekont da ekleyeceğim',
    no: 'Henüz göndermedim',
  },
  help: {
    title: 'Yardım mı gerekiyor?',
    noDescription: {
      title: 'Açıklama yazamadım (ATM, şube)',
      body: 'Yine de “Transferi gönderdim” düğmesine basın ve dekontunuzu ekleyin. Transferinizi adınızdan ve tutardan bulmaya çalışırız; bu daha uzun sürer.',
    },
    otherAmount: {
      title: 'Farklı bir tutar gönderdim',
      body: '“Transferi gönderdim” düğmesine basın. Ekibimiz ulaşan tutarı görüp ödemenizi sonuçlandırır. Eksik kalan için yeni bir ödeme başlatın.',
    },
    otherAccount: {
      title: 'Başkasının hesabından gönderdim',
      body: 'Transfer, kendi adınıza açılmış bir hesaptan gelmelidir. Başkasının hesabından gönderildiyse ödeme reddedilebilir ve para yalnızca geldiği hesaba iade edilir; {support} yazın.',
    },
  },
  checking: {
    title: 'Transferiniz kontrol ediliyor',
    body: 'Bildiriminizi aldık. Para hesabımıza ulaşınca ekibimiz ödemenizi onaylar. Bu sayfa kendiliğinden yenilenir; isterseniz kapatabilirsiniz.',
    since: 'Kontrol başlangıcı',
    usual: 'Kontrol genellikle {time} kadar sürer.',
    keep: 'Yardım gerekirse {support} bu kodla yazın.',
  },
  answers: { why: 'Neden?', where: 'Para nerede?', next: 'Şimdi ne olacak?' },
  details: {
    title: 'Gönderen bilgileri ve dekont',
    body: 'Bildiriminizi aldık. Aşağıdakiler isteğe bağlıdır; transferinizi daha çabuk bulmamıza yardımcı olur.',
    add: 'Gönderen bilgisi veya dekont ekle',
    labels: {
      senderName: 'Hesap sahibinin adı soyadı',
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
    body: 'Transferinizi aldık ve {partner} sitesine bildirdik.',
    bodyOther:
      '{asked} yerine {received} geldi. Ödemeniz {received} olarak onaylandı ve {partner} sitesine bildirildi.',
    asked: 'İstenen tutar',
    received: 'Gelen tutar',
  },
  paused: {
    title: 'Şu anda para göndermeyin',
    sent: 'Transferi daha önce gönderdim',
    outcome: {
      why: 'Bu ödemenin banka hesabı artık para almıyor.',
      where:
        'Göndermediyseniz para hesabınızdadır. Gönderdiyseniz hesaba ulaşan para ödeme koduyla aranır; banka kabul etmediyse size geri döner.',
      next: 'Yeni bir hesap açılınca bu sayfada görünür; dilerseniz {partner} sitesinden yeni bir ödeme başlatın. Gönderdiyseniz aşağıdan bildirin; gecikirse {support} bu kodla yazın.',
    },
  },
  late: {
    title: 'Ödemeniz sonradan onaylandı',
    afterAll: 'Ödemeniz önce reddedilmişti; ulaşan paraya yeniden bakılınca onaylandı.',
    outcome: {
      why: 'Paranız bu ödeme kapandıktan sonra ulaştı.',
      where: 'Ulaşan {late} onaylandı ve {partner} sitesine bildirildi.',
      next: 'Yapmanız gereken bir şey yok. Tutarı {partner} hesabınızda göremezseniz {support} bu kodla yazın.',
    },
  },
  reversed: {
    title: 'Ödemenin onayı geri alındı',
    outcome: {
      why: 'Onaydan sonra yapılan kontrolde bu ödemenin parasının hesabımızda olmadığı görüldü.',
      where:
        'Bu ödemenin parası bizde değil. Hesap hareketlerinize bakın: transfer gerçekleşmemiş ya da para size geri dönmüş olabilir.',
      next: 'Para hesabınızdan çıktıysa ve geri dönmediyse {support} bu kodla ve dekontla yazın.',
    },
  },
  rejected: { title: 'Ödemeniz tamamlanamadı', titleClosed: 'Bu ödeme kapatıldı' },
  expired: {
    title: 'Ödeme süresi doldu',
    body: 'Lütfen bu bilgilerle artık para göndermeyin; yeni bir ödeme başlatın.',
    outcome: {
      why: 'Transfer bildirilmeden ödeme süresi doldu.',
      where:
        'Göndermediyseniz para hesabınızdadır. Gönderdiyseniz para bize ulaşınca ödeme koduyla bulunur ve sonradan onaylanabilir.',
      next: 'Gönderdiyseniz yeniden göndermeyin; {support} bu kodla yazın. Göndermediyseniz bu bilgilerle artık para göndermeyin, {partner} sitesinden yeni bir ödeme başlatın.',
    },
  },
  where: {
    missing:
      'Para hesabınızdan çıktıysa henüz yolda olabilir, size geri dönmüş olabilir ya da kodsuz gelmiş olabilir.',
    none: 'Bu ödeme için bize para ulaştığını görmedik. Gönderdiyseniz para ulaşınca ödeme koduyla bulunur ve incelenir.',
    kept: 'Ulaşan {open} hesabımızda ayrı tutuluyor; {partner} hesabınıza eklenmedi.',
    part: 'Ulaşan {seen} tutarının {open} kadarı hesabımızda ayrı tutuluyor; kalanı geldiği hesaba iade edildi ya da doğru ödemeye eklendi.',
    gone: 'Ulaşan {seen} artık bizde değil: geldiği hesaba iade edildi ya da doğru ödemeye eklendi.',
  },
  next: {
    look: 'Banka hareketlerinize bakın. Para hesabınızdan çıktıysa {support} bu kodla ve dekontla yazın; sonradan bulunan para onaylanabilir.',
    other:
      'Bu kodla para göndermeyin. Diğer ödemenizin durumuna {partner} sitesinden bakın. Orada göremezseniz {support} bu kodla yazın.',
    again:
      'Lütfen bu bilgilerle para göndermeyin; dilediğinizde {partner} sitesinden yeni bir ödeme başlatın. Sorularınız için {support} bu kodla yazın.',
    stop: 'Gönderdiyseniz yeniden göndermeyin; {support} bu kodla yazın. Göndermediyseniz bu bilgilerle para göndermeyin, {partner} sitesinden yeni bir ödeme başlatın.',
    ownAccount:
      'Para iade edilirse yalnızca geldiği hesaba gönderilir. İade için {support} bu kodla yazın; yeni ödemeyi kendi adınıza açılmış bir hesaptan yapın.',
    ask: 'Lütfen yeni para göndermeyin. Ayrıntılar için {support} bu kodla yazın.',
    kept: '{support} bu kodla yazın: para, incelemeden sonra doğru ödemeye eklenir ya da yalnızca geldiği hesaba iade edilir.',
    gone: 'Hesap hareketlerinize ve {partner} hesabınıza bakın. Parayı göremezseniz {support} bu kodla yazın.',
  },
  reasons: {
    no_money_seen: 'Bu kodla hesabımıza bir transfer ulaşmadı.',
    amount_mismatch: 'Ulaşan tutar, bu ödemenin tutarıyla aynı değildi.',
    third_party_sender:
      'Transfer başka bir isme açılmış bir hesaptan geldi. Ödemeler kendi hesabınızdan gelmelidir.',
    duplicate: 'Aynı ödeme için başka bir işlem daha vardı, bu nedenle bunu kapattık.',
    suspected_fraud: 'İnceleme sonucunda bu ödeme kabul edilmedi.',
    player_request: 'Ödeme, isteğiniz üzerine kapatıldı.',
    partner_cancelled: '{partner} bu ödemeyi iptal etti.',
    expired: 'Bu ödeme için ayrılan süre doldu.',
    account_closed: 'Bu ödemenin banka hesabı artık para almıyor.',
    payout_failed: 'Banka, transferi gerçekleştiremedi.',
    payout_returned: 'Banka, transferi geri gönderdi.',
    other: 'İnceleme sonucunda bu ödeme kabul edilmedi.',
  },
  notices: {
    missing: { title: 'Sayfa bulunamadı', body: 'Bu adreste bir ödeme yok. Siteye dönüp yeniden deneyin.' },
    tooMany: {
      title: 'Çok fazla deneme yapıldı',
      body: 'Lütfen biraz bekleyip yeniden deneyin. Ödemeniz bundan etkilenmez.',
    },
    unavailable: {
      title: 'Lütfen birazdan yeniden deneyin',
      body: 'Ödemenizin durumunu şu anda gösteremiyoruz. Ödemeniz bundan etkilenmez.',
    },
    notSaved: {
      title: 'Kaydedemedik, lütfen yeniden deneyin',
      body: 'Bildiriminiz şu anda kaydedilemedi. Transferiniz bundan etkilenmez; parayı yeniden göndermeyin. Birkaç saniye sonra yeniden deneyin; birden çok basmanızın zararı olmaz.',
    },
  },
};
