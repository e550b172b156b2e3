// Prints what Authelia says to a users file: its model, its YAML parser and its hash library.
//
//	go run . users.yml <questions
//
// It is built with the modules that answers.json names. A question is a line {"name": …,
// "password": …}. The answers there are to each account with the right password and a wrong one. A
// hash that Authelia cannot decode keeps it from loading the file at all.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-crypt/crypt"
	"github.com/go-crypt/crypt/algorithm"
	"github.com/go-crypt/crypt/algorithm/plaintext"
	"go.yaml.in/yaml/v4"
)

type user struct {
	Password    string         `yaml:"password" valid:"required"`
	DisplayName string         `yaml:"displayname" valid:"required"`
	Email       string         `yaml:"email"`
	Groups      []string       `yaml:"groups"`
	GivenName   string         `yaml:"given_name"`
	FamilyName  string         `yaml:"family_name"`
	Birthdate   string         `yaml:"birthdate"`
	PhoneNumber string         `yaml:"phone_number"`
	Disabled    bool           `yaml:"disabled"`
	Extra       map[string]any `yaml:"extra"`
}
type file struct {
	Users map[string]user `yaml:"users" valid:"required"`
}

func fail(what string, err any) {
	fmt.Printf("{\"load\": %q}\n", fmt.Sprintf("%s: %v", what, err))
	os.Exit(1)
}

func main() {
	content, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail("read", err)
	}
	if len(content) == 0 {
		fail("empty", "no content")
	}
	var model file
	if err = yaml.Unmarshal(content, &model); err != nil {
		fail("yaml", err)
	}
	if len(model.Users) == 0 {
		fail("schema", "users: non zero value required")
	}
	decoder, err := crypt.NewDefaultDecoder()
	if err != nil {
		fail("decoder", err)
	}
	if err = plaintext.RegisterDecoderPlainText(decoder); err != nil {
		fail("decoder", err)
	}
	digests := map[string]algorithm.Digest{}
	for name, u := range model.Users {
		if u.DisplayName == "" || u.Password == "" {
			fail("schema", name+": non zero value required")
		}
		d, err := crypt.Decode(u.Password)
		if err != nil {
			fail("decode", name+": "+err.Error())
		}
		digests[name] = d
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var q struct{ Name, Password string }
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			fail("question", err)
		}
		u, ok := model.Users[q.Name]
		answer := "no"
		if !ok {
			answer = "unknown"
		} else if u.Disabled {
			answer = "disabled"
		} else if yes, err := digests[q.Name].MatchAdvanced(q.Password); err != nil {
			answer = "error: " + err.Error()
		} else if yes {
			answer = "yes"
		}
		out, _ := json.Marshal(map[string]string{"name": q.Name, "password": q.Password, "answer": answer})
		fmt.Println(string(out))
	}
}
