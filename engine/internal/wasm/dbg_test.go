package wasm
import ("testing";"fmt";"os";"context";"strings")
func TestDbg(t *testing.T){
 if os.Getenv("DBG")=="" {t.Skip()}
 mod:=guest(t)
 src,_:=readSource(mod)
 b:=mod
 if os.Getenv("RW")!="" {
 var o Options
 V,o.Loops=strings.CutSuffix(os.Getenv("RW"),"+loops")
 m,err:=Instrument(mod,o)
 if err!=nil{t.Fatal(err)}
 b=m.Bytes
 }
 for i,n:=range src.names { if n==os.Getenv("DBG") { fmt.Println("index",i)
   os.Setenv("WZF",fmt.Sprint(i)) } }
 r:=newRuntime(context.Background(),t)
 r.CompileModule(context.Background(),b)
}
