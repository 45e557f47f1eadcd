/** A certificate for docs.test that signs itself, valid until 2126, made for these tests alone: `openssl req -x509 -newkey ec -days 36500 -subj /CN=docs.test …`. */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUPowMXA6FKzK0qdPWIJbXU5qs+bMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJZG9jcy50ZXN0MCAXDTI2MTEyMTA2Mzg0MFoYDzIxMjYxMDI4
MDYzODQwWjAUMRIwEAYDVQQDDAlkb2NzLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASc3WYigUMC7vn/++gdH2aGmc1p15OGskcspLvLqxxn+Yg3knyvTzRx
A2IE5xKOT8xuOHVcKENaET+Z63xNRnyRo2kwZzAdBgNVHQ4EFgQUJiXnEdEFh3QB
NlWrhX7LpCvSZ3wwHwYDVR0jBBgwFoAUJiXnEdEFh3QBNlWrhX7LpCvSZ3wwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglkb2NzLnRlc3QwCgYIKoZIzj0EAwID
SAAwRQIhALue9ll6qb+RIg8WerjxS9dUXkv9A/YhQk5PAPIjJWJwAiBsh+xs9u9L
RLHpyxpbf6cUdKX4+Y2jQIakaXlW2OVzZA==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcEk2lWV/6KhyfY92
6Zw1IDFqDdjR7O19uOjPLmIyPmOhRANCAASc3WYigUMC7vn/++gdH2aGmc1p15OG
skcspLvLqxxn+Yg3knyvTzRxA2IE5xKOT8xuOHVcKENaET+Z63xNRnyR
-----END PRIVATE KEY-----
`,
};
