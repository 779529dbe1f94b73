from vezne import show, vezne

answer = vezne("POST", "/v1/deposits", {
    "amount": "1000.00",
    "currency": "TRY",
    "externalReference": "order-1001",
    "redirectUrl": "https://shop.example/return",
    "customer": {
        "id": "42",
        "username": "ayse",
        "fullName": "Ayşe Işık",
    },
})

# Send the player to answer["transaction"]["hostedUrl"].
show(answer)
