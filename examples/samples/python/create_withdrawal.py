from vezne import show, vezne

answer = vezne("POST", "/v1/withdrawals", {
    "amount": "1000.00",
    "currency": "TRY",
    "externalReference": "payout-2001",
    "customer": {
        "id": "42",
        "username": "ayse",
        "fullName": "Ayşe Işık",
    },
    "withdrawalAccount": {
        "bankName": "Ziraat Bankası",
        "accountHolderName": "Ayşe Işık",
        "iban": "TR330006100519786457841326",
    },
})

show(answer)
